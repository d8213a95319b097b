-- phase: expand
-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_public_featured_idx" ON "products" USING btree ("featured" DESC NULLS FIRST,"shop_place",(lower("name") collate "C"),"id") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_public_name_idx" ON "products" USING btree ((lower("name") collate "C"),"id") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_public_usd_idx" ON "products" USING btree ("price_usd_cents",(lower("name") collate "C"),"id") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_public_eur_idx" ON "products" USING btree ("price_eur_cents",(lower("name") collate "C"),"id") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_public_created_idx" ON "products" USING btree ("created_at" DESC NULLS FIRST,(lower("name") collate "C"),"id") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_public_slug_idx" ON "products" USING btree ("slug","updated_at") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_public_facets_idx" ON "products" USING btree ("category_id","business_id","type","in_stock","featured","price_usd_cents","price_eur_cents") WHERE "products"."is_public";
