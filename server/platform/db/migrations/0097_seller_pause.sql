-- phase: expand
ALTER TABLE "businesses" ADD COLUMN "pause" jsonb;