-- phase: expand
ALTER TABLE "producer_registrations" ADD COLUMN "checked_to" date;
--> statement-breakpoint
-- What staff confirmed before ends when it said it would.
UPDATE "producer_registrations" SET "checked_to" = "valid_to" WHERE "is_confirmed";
