CREATE INDEX "orders_open_idx" ON "orders" USING btree ("user_id") WHERE "orders"."hold_until" is not null;--> statement-breakpoint
-- A sale changes the stock alone: with no index on it and room on the page, PostgreSQL writes no index at all (a heap-only update).
DROP INDEX "products_stock_idx";--> statement-breakpoint
ALTER TABLE "products" SET (fillfactor = 70);--> statement-breakpoint
DROP INDEX "order_parts_business_idx";--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "placed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "is_shown" boolean;--> statement-breakpoint
UPDATE "order_parts" SET "placed_at" = "orders"."created_at",
  "is_shown" = "orders"."payment_method" <> 'card' OR "orders"."payment_status" NOT IN ('unpaid', 'processing', 'failed')
  FROM "orders" WHERE "orders"."id" = "order_parts"."order_id";--> statement-breakpoint
ALTER TABLE "order_parts" ALTER COLUMN "placed_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_parts" ALTER COLUMN "is_shown" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "order_parts_status_idx" ON "order_parts" USING btree ("business_id","is_shown","status","placed_at","order_id");--> statement-breakpoint
CREATE INDEX "order_parts_newest_idx" ON "order_parts" USING btree ("business_id","placed_at","order_id") WHERE "order_parts"."is_shown";--> statement-breakpoint
CREATE INDEX "order_parts_to_ship_idx" ON "order_parts" USING btree ("business_id",(case when "status" in ('pending', 'processing') then "placed_at" end),"placed_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) WHERE "order_parts"."is_shown";--> statement-breakpoint
CREATE INDEX "outbox_order_idx" ON "outbox" USING btree (("payload"->'facts'->>'orderId')) WHERE "outbox"."payload"->'facts'->>'orderId' is not null;
