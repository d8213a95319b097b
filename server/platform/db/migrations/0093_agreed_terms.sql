-- phase: expand
ALTER TABLE "order_lines" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "kind" text DEFAULT 'product' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "takes_stock" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "agreed_reason" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_kind_check" CHECK ("order_lines"."kind" in ('product', 'custom', 'service')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_kind_check";--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_tax_class_check" CHECK ("order_lines"."tax_class" in ('standard', 'reduced', 'zero')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_tax_class_check";--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_free_check" CHECK (("order_lines"."kind" = 'product') = ("order_lines"."product_id" is not null) and ("order_lines"."kind" = 'product') = ("order_lines"."tax_class" is null) and ("order_lines"."kind" = 'product' or not "order_lines"."takes_stock")) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_free_check";
