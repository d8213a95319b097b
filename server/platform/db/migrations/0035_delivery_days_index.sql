-- phase: expand
-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seller_orders_delivered_idx" ON "seller_orders" USING btree ("business_id","updated_at") WHERE "seller_orders"."status" = 'delivered';
