ALTER TABLE "products" ADD COLUMN "edited_version" integer;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "version" integer;
