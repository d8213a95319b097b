-- phase: expand
CREATE TABLE "product_fits" (
	"product_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"label" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_fits_product_id_target_id_pk" PRIMARY KEY("product_id","target_id"),
	CONSTRAINT "product_fits_self_check" CHECK ("product_fits"."product_id" <> "product_fits"."target_id")
);
--> statement-breakpoint
ALTER TABLE "product_fits" ADD CONSTRAINT "product_fits_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_fits" ADD CONSTRAINT "product_fits_target_id_products_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_fits_target_idx" ON "product_fits" USING btree ("target_id","product_id");--> statement-breakpoint
-- Links products to those that their row `Fits` names and that they have no link to yet: one of the same business first, then a public one, then the oldest.
CREATE FUNCTION link_fits(ids uuid[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.product_fits ("product_id", "target_id", "label", "position")
		SELECT p."id", target."id", named.name, named.place
		FROM public.products AS p
		CROSS JOIN LATERAL unnest(public.fitted_machines(p."specifications")) WITH ORDINALITY AS named (name, place)
		CROSS JOIN LATERAL (
			SELECT m."id" FROM public.products AS m
			WHERE lower(m."name") COLLATE "C" = named.name AND m."id" <> p."id" AND m."status" <> 'Deleted'
			ORDER BY m."business_id" = p."business_id" DESC, m."is_public" DESC, m."created_at", m."id" LIMIT 1
		) AS target
		WHERE p."id" = ANY (ids) AND NOT EXISTS (SELECT FROM public.product_fits AS f WHERE f."product_id" = p."id" AND f."label" = named.name)
		ORDER BY p."id", named.place
		ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION fit_product() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	names text[] := public.fitted_machines(new."specifications");
	former text[] := '{}';
	naming uuid[];
BEGIN
	IF tg_op = 'UPDATE' THEN former := public.fitted_machines(old."specifications"); END IF;
	IF names <> former THEN
		DELETE FROM public.product_fits WHERE "product_id" = new."id" AND "label" = ANY (former) AND "label" <> ALL (names);
		PERFORM public.link_fits(ARRAY[new."id"]);
	END IF;
	IF tg_op = 'INSERT' OR lower(new."name") <> lower(old."name") THEN
		SELECT array_agg(p."id") INTO naming FROM public.products AS p
			WHERE public.fitted_machines(p."specifications") @> ARRAY[lower(new."name")] AND public.fitted_machines(p."specifications") <> '{}' AND p."id" <> new."id";
		IF naming IS NOT NULL THEN PERFORM public.link_fits(naming); END IF;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_fitted AFTER INSERT OR UPDATE OF "specifications", "name" ON "products" FOR EACH ROW EXECUTE FUNCTION fit_product();
