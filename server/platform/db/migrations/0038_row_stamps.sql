-- phase: expand
-- A constant costs nothing and is right: a row has it until its first change, and what a stamp names is named with the row's id. A restored row keeps its own.
ALTER TABLE "products" ADD COLUMN "stamp" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "stamp" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;
--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "stamp" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;
--> statement-breakpoint
-- Random, not counted up: a restored database and a standby that takes over never use a value twice.
CREATE FUNCTION set_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new."stamp" := gen_random_uuid();
	RETURN new;
END $$;
--> statement-breakpoint
-- All columns that the public sees, but for the stock and the versions: a sale needs no stamp.
CREATE TRIGGER products_stamp BEFORE UPDATE OF
	"slug", "name", "description", "full_description", "type", "category_id", "business_id", "price_usd_cents", "price_eur_cents", "featured", "status",
	"shipping_class", "lead_time_days", "energy_efficiency", "material_savings", "carbon_reduction", "features", "images", "specifications", "ladder",
	"impact_model", "created_at", "updated_at"
	ON "products" FOR EACH ROW EXECUTE FUNCTION set_stamp();
--> statement-breakpoint
CREATE TRIGGER businesses_stamp BEFORE UPDATE OF
	"slug", "name", "description", "website", "logo", "business_type", "city", "country", "created_at"
	ON "businesses" FOR EACH ROW EXECUTE FUNCTION set_stamp();
--> statement-breakpoint
CREATE TRIGGER categories_stamp BEFORE UPDATE OF "value", "label" ON "categories" FOR EACH ROW EXECUTE FUNCTION set_stamp();
