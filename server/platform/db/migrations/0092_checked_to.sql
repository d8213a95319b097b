-- phase: expand
ALTER TABLE "producer_registrations" ADD COLUMN "checked_to" date;
