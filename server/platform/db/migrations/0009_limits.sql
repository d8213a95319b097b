ALTER TABLE "products" ADD COLUMN "edited_version" integer;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "impact_results" ADD COLUMN "is_anonymous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "impact_results_anonymous_idx" ON "impact_results" USING btree ("created_at") WHERE "impact_results"."is_anonymous";
