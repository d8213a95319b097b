-- phase: expand
ALTER TABLE "order_lines" ADD COLUMN "discount_cents" bigint;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "shipping_cents" bigint;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_cents" bigint;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "shipping_tax_cents" bigint;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_rate" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_reason" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "collector" uuid;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "promised_from" date;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "promised_to" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_mode" text DEFAULT 'added' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_kind" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "seller_of_record" text DEFAULT 'platform' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_country" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_tax_reason_check" CHECK ("order_lines"."tax_reason" in ('us_flat', 'exempt_certificate', 'sales_tax', 'no_nexus', 'domestic', 'oss', 'ioss', 'origin_threshold', 'intra_community', 'small_business', 'export_to_eu', 'export')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_shares_check" CHECK (num_nulls("order_lines"."discount_cents", "order_lines"."shipping_cents", "order_lines"."tax_cents", "order_lines"."shipping_tax_cents", "order_lines"."tax_rate", "order_lines"."tax_reason") in (0, 6) and "order_lines"."discount_cents" between 0 and "order_lines"."line_total_cents" and "order_lines"."shipping_cents" >= 0 and "order_lines"."shipping_tax_cents" between 0 and "order_lines"."tax_cents" and "order_lines"."tax_rate" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_promise_check" CHECK (num_nulls("order_lines"."promised_from", "order_lines"."promised_to") in (0, 2) and "order_lines"."promised_from" <= "order_lines"."promised_to") NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tax_mode_check" CHECK ("orders"."tax_mode" in ('added', 'included')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_kind_check" CHECK ("orders"."buyer_kind" in ('business', 'consumer')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_seller_of_record_check" CHECK ("orders"."seller_of_record" in ('platform', 'seller')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts_check" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" - "orders"."discount_cents" + "orders"."shipping_cents" + case when "orders"."tax_mode" = 'added' then "orders"."tax_cents" else 0 end and "orders"."tax_cents" <= "orders"."total_cents") NOT VALID;