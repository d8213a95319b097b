-- phase: expand
-- no transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "products_sku_key" ON "products" USING btree ("business_id",lower("sku")) WHERE "products"."status" <> 'Deleted';--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_quantities_check";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_package_check";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_content_check";
