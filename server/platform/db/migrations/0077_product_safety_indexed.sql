-- phase: expand
-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_recalled_idx" ON "products" USING btree ("recalled_at") WHERE "products"."recalled_at" is not null;
