-- phase: expand
ALTER TABLE "order_lines" ADD COLUMN "content_amount" numeric(12, 3);--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "content_unit" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_content_check" CHECK (num_nulls("order_lines"."content_amount", "order_lines"."content_unit") in (0, 2)) NOT VALID;