-- phase: expand
-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_change_idx" ON "products" USING btree ("change_number","id") WHERE "products"."change_number" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "stock_movements_change_idx" ON "stock_movements" USING btree ("change_number","product_id") WHERE "stock_movements"."change_number" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_change_idx" ON "orders" USING btree ("change_number","id") WHERE "orders"."change_number" is not null;
