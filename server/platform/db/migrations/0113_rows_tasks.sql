-- phase: expand
ALTER TABLE "product_changes" ADD COLUMN "task" jsonb;--> statement-breakpoint
ALTER TABLE "product_changes" ADD COLUMN "results" jsonb;--> statement-breakpoint
ALTER TABLE "product_changes" ADD COLUMN "finished_at" timestamp with time zone;