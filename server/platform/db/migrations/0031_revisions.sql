-- phase: expand
CREATE TABLE "revisions" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "wrote_at" timestamp with time zone;
--> statement-breakpoint
-- Raises a revision once a transaction. The triggers wait for the commit, so that the row is locked last and shortly.
CREATE FUNCTION raise_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	revision constant text := tg_argv[0];
	raised bigint;
BEGIN
	IF coalesce(current_setting('reflute.raised_' || revision, true), '') = '' THEN
		PERFORM set_config('reflute.raised_' || revision, 'yes', true);
		INSERT INTO public.revisions AS r ("name", "value") VALUES (revision, 1)
			ON CONFLICT ("name") DO UPDATE SET "value" = r."value" + 1 RETURNING r."value" INTO raised;
		PERFORM pg_notify('reflute_revisions', revision || ':' || raised);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- All columns but the stock and what changes with it: the application tells of those, outside of the orders' transactions.
CREATE CONSTRAINT TRIGGER products_revision AFTER INSERT OR DELETE OR UPDATE OF
	"id", "slug", "name", "description", "full_description", "type", "category_id", "business_id",
	"price_usd_cents", "price_eur_cents", "featured", "status", "shipping_class", "lead_time_days", "energy_efficiency", "material_savings", "carbon_reduction", "features",
	"images", "specifications", "ladder", "impact_model", "search_text", "created_at", "updated_at", "deleted_at", "deleted_by", "deleted_from"
	ON "products" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER categories_revision AFTER INSERT OR UPDATE OR DELETE ON "categories"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER businesses_revision AFTER INSERT OR UPDATE OR DELETE ON "businesses"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER blog_posts_revision AFTER INSERT OR UPDATE OR DELETE ON "blog_posts"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER claims_revision AFTER INSERT OR UPDATE OR DELETE ON "claims"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER settings_revision AFTER INSERT OR UPDATE OR DELETE ON "settings"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
