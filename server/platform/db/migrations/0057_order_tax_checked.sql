-- phase: expand
-- no transaction
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_tax_reason_check";--> statement-breakpoint
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_shares_check";--> statement-breakpoint
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_promise_check";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_tax_mode_check";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_buyer_kind_check";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_seller_of_record_check";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_amounts_check";