-- phase: expand
ALTER TABLE "order_lines" ADD COLUMN "tax_returned_cents" bigint;--> statement-breakpoint
ALTER TABLE "refund_shares" ADD COLUMN "tax_cents" bigint;