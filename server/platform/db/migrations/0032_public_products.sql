-- phase: expand
-- True is right for most rows, and costs nothing; the next migration writes the others. From then on the triggers below write the columns.
ALTER TABLE "products" ADD COLUMN "is_public" boolean DEFAULT true NOT NULL,
	ADD COLUMN "in_stock" boolean DEFAULT true NOT NULL,
	ADD COLUMN "shop_place" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "is_public" SET DEFAULT false, ALTER COLUMN "in_stock" SET DEFAULT false;
--> statement-breakpoint
CREATE FUNCTION may_sell(business_id uuid) RETURNS boolean STABLE LANGUAGE sql AS $$
	SELECT EXISTS (SELECT FROM public.businesses b WHERE b."id" = business_id AND b."status" = 'Active' AND b."business_status" = 'approved')
$$;
--> statement-breakpoint
-- Place of a category among the featured products, by the value that it had in the first catalog.
CREATE FUNCTION shop_place(kind text, category_id uuid) RETURNS smallint STABLE LANGUAGE sql AS $$
	SELECT CASE base.value WHEN 'replacement-parts' THEN 3 WHEN 'accessories' THEN 2 ELSE CASE WHEN kind = 'material' THEN 1 ELSE 0 END END::smallint
	FROM (
		SELECT CASE WHEN c."value" = ANY (seeded) THEN c."value" ELSE
			(SELECT v."value" FROM public.category_values v WHERE v."category_id" = c."id" AND v."value" = ANY (seeded) ORDER BY v."created_at", v."value" LIMIT 1) END AS value
		FROM public.categories c, (VALUES (ARRAY['mat-maker', 'chip-maker', 'accessories', 'replacement-parts', 'mat', 'chip'])) AS s (seeded)
		WHERE c."id" = shop_place.category_id
	) AS base
$$;
--> statement-breakpoint
-- Whoever changes a product has locked its row, and whoever changes a business locks the rows of all its products: both see each other's change there. A
-- new product has no row that the other could lock, nor has one that moves to the business: they lock the business.
CREATE FUNCTION set_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' OR new."business_id" IS DISTINCT FROM old."business_id" THEN
		PERFORM FROM public.businesses b WHERE b."id" = new."business_id" FOR SHARE;
	END IF;
	new."is_public" := new."status" = 'Active' AND public.may_sell(new."business_id");
	new."in_stock" := new."stock" > 0;
	new."shop_place" := coalesce(public.shop_place(new."type", new."category_id"), 0);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_listing BEFORE INSERT OR UPDATE OF "status", "business_id", "type", "category_id", "is_public", "in_stock", "shop_place"
	ON "products" FOR EACH ROW EXECUTE FUNCTION set_listing();
--> statement-breakpoint
CREATE TRIGGER products_stock BEFORE UPDATE OF "stock" ON "products" FOR EACH ROW
	WHEN ((new."stock" > 0) IS DISTINCT FROM old."in_stock") EXECUTE FUNCTION set_listing();
--> statement-breakpoint
-- Locks in the order of the ids, as everywhere; the statement after it sees what others have written meanwhile.
CREATE FUNCTION list_products_of_business() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM public.products p WHERE p."business_id" = new."id" ORDER BY p."id" FOR NO KEY UPDATE;
	UPDATE public.products p SET "is_public" = p."is_public"
		WHERE p."business_id" = new."id" AND p."is_public" <> (p."status" = 'Active' AND public.may_sell(new."id"));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER businesses_listing AFTER UPDATE OF "status", "business_status" ON "businesses" FOR EACH ROW
	WHEN ((old."status" = 'Active' AND old."business_status" = 'approved') IS DISTINCT FROM (new."status" = 'Active' AND new."business_status" = 'approved'))
	EXECUTE FUNCTION list_products_of_business();
--> statement-breakpoint
CREATE FUNCTION list_products_of_category() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed CONSTANT uuid := (CASE WHEN tg_op = 'DELETE' THEN to_jsonb(old) ELSE to_jsonb(new) END ->> tg_argv[0])::uuid;
	machines CONSTANT smallint := public.shop_place('machine', changed);
	materials CONSTANT smallint := public.shop_place('material', changed);
BEGIN
	PERFORM FROM public.products p WHERE p."category_id" = changed AND p."shop_place" <> CASE WHEN p."type" = 'material' THEN materials ELSE machines END
		ORDER BY p."id" FOR NO KEY UPDATE;
	UPDATE public.products p SET "shop_place" = p."shop_place"
		WHERE p."category_id" = changed AND p."shop_place" <> CASE WHEN p."type" = 'material' THEN materials ELSE machines END;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER categories_listing AFTER UPDATE OF "value" ON "categories" FOR EACH ROW EXECUTE FUNCTION list_products_of_category('id');
--> statement-breakpoint
CREATE TRIGGER category_values_listing AFTER INSERT OR UPDATE OR DELETE ON "category_values" FOR EACH ROW EXECUTE FUNCTION list_products_of_category('category_id');
--> statement-breakpoint
-- Names of the machines in a product's specification `Fits`, a list with commas or semicolons between them.
CREATE FUNCTION fitted_machines(specifications jsonb) RETURNS text[] IMMUTABLE LANGUAGE sql AS $$
	SELECT coalesce(array_agg(name), '{}') FROM jsonb_array_elements(specifications) AS row,
		unnest(string_to_array(regexp_replace(lower(trim(row ->> 'value')), '\s*[,;]\s*', ',', 'g'), ',')) AS name
		WHERE lower(trim(row ->> 'name')) = 'fits'
$$;
