-- phase: expand
ALTER TABLE "categories" ADD COLUMN "retype_after" uuid;