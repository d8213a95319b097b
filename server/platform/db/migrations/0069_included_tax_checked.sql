-- phase: expand
-- no transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_signs_check";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_vat_idx" ON "orders" USING btree ("vat_waits") WHERE "orders"."vat_waits" is not null;