-- phase: expand
-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_linked_idx" ON "products" USING btree ("id") WHERE "products"."images" @? '$[*].url ? (@ starts with "http")' and "products"."status" <> 'Deleted';