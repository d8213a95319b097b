-- phase: expand
ALTER TABLE "products" ADD COLUMN "storage_place" text;