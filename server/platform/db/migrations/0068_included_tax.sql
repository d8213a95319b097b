-- phase: expand
ALTER TABLE "orders" ADD COLUMN "vat_waits" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_signs_check" CHECK ("orders"."total_cents" >= 0 and "orders"."discount_cents" between 0 and "orders"."subtotal_cents" and "orders"."shipping_cents" >= 0 and "orders"."tax_cents" >= 0 and "orders"."total_usd_cents" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_total_check";