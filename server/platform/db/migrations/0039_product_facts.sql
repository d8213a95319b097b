-- phase: expand
ALTER TABLE "products" ADD COLUMN "sku" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "mpn" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "brand" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "gtin" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "package_length_mm" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "package_width_mm" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "package_height_mm" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hs_code" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "origin_country" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sale_unit" text DEFAULT 'piece' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "content_amount" numeric(12, 3);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "content_unit" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "min_quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "quantity_step" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_class" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "warranty_months" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "warranty_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "safety" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_quantities_check" CHECK ("products"."min_quantity" >= 1 and "products"."quantity_step" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_package_check" CHECK (num_nulls("products"."package_length_mm", "products"."package_width_mm", "products"."package_height_mm") in (0, 3)) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_content_check" CHECK (num_nulls("products"."content_amount", "products"."content_unit") in (0, 2)) NOT VALID;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER products_facts_revision AFTER UPDATE OF
	"sku", "mpn", "brand", "gtin", "weight_grams", "package_length_mm", "package_width_mm", "package_height_mm", "hs_code", "origin_country", "sale_unit",
	"content_amount", "content_unit", "min_quantity", "quantity_step", "tax_class", "warranty_months", "warranty_text", "safety"
	ON "products" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');--> statement-breakpoint
CREATE TRIGGER products_facts_stamp BEFORE UPDATE OF
	"sku", "mpn", "brand", "gtin", "weight_grams", "package_length_mm", "package_width_mm", "package_height_mm", "hs_code", "origin_country", "sale_unit",
	"content_amount", "content_unit", "min_quantity", "quantity_step", "tax_class", "warranty_months", "warranty_text", "safety"
	ON "products" FOR EACH ROW EXECUTE FUNCTION set_stamp();
