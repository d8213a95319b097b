ALTER TABLE "order_parts" RENAME TO "seller_orders";--> statement-breakpoint
ALTER TABLE "seller_orders" RENAME CONSTRAINT "order_parts_business_id_businesses_id_fk" TO "seller_orders_business_id_businesses_id_fk";--> statement-breakpoint
ALTER TABLE "seller_orders" RENAME CONSTRAINT "order_parts_order_id_business_id_pk" TO "seller_orders_order_id_business_id_pk";--> statement-breakpoint
ALTER TABLE "seller_orders" RENAME CONSTRAINT "order_parts_order_id_orders_id_fk" TO "seller_orders_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "seller_orders" RENAME CONSTRAINT "order_parts_refund_check" TO "seller_orders_refund_check";--> statement-breakpoint
ALTER TABLE "seller_orders" RENAME CONSTRAINT "order_parts_status_check" TO "seller_orders_status_check";--> statement-breakpoint
ALTER INDEX "order_parts_cancelled_idx" RENAME TO "seller_orders_cancelled_idx";--> statement-breakpoint
ALTER INDEX "order_parts_status_idx" RENAME TO "seller_orders_status_idx";--> statement-breakpoint
ALTER INDEX "order_parts_newest_idx" RENAME TO "seller_orders_newest_idx";--> statement-breakpoint
ALTER INDEX "order_parts_to_ship_idx" RENAME TO "seller_orders_to_ship_idx";--> statement-breakpoint
ALTER TABLE "refund_parts" RENAME TO "refund_shares";--> statement-breakpoint
ALTER TABLE "refund_shares" RENAME CONSTRAINT "refund_parts_amount_check" TO "refund_shares_amount_check";--> statement-breakpoint
ALTER TABLE "refund_shares" RENAME CONSTRAINT "refund_parts_business_id_businesses_id_fk" TO "refund_shares_business_id_businesses_id_fk";--> statement-breakpoint
ALTER TABLE "refund_shares" RENAME CONSTRAINT "refund_parts_refund_id_business_id_pk" TO "refund_shares_refund_id_business_id_pk";--> statement-breakpoint
ALTER TABLE "refund_shares" RENAME CONSTRAINT "refund_parts_refund_id_refunds_id_fk" TO "refund_shares_refund_id_refunds_id_fk";--> statement-breakpoint
ALTER INDEX "refund_parts_business_idx" RENAME TO "refund_shares_business_idx";--> statement-breakpoint
ALTER TABLE "search_misses" RENAME TO "zero_result_searches";--> statement-breakpoint
ALTER TABLE "zero_result_searches" RENAME CONSTRAINT "search_misses_pkey" TO "zero_result_searches_pkey";
