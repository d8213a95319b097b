-- phase: expand
-- New products are typed and linked by one statement for all rows of theirs, not by some for each: an import adds a hundred at once. Changes of specifications, which
-- come one by one, keep triggers of rows: a statement that gives its rows to a trigger pays for each, also where it only takes stock.
--
-- The values that the rows of a product give to the typed specifications of its category. A name that stands earlier in "names" goes first. Each name is normalized
-- and each value read once.
CREATE OR REPLACE FUNCTION typed_specifications(specifications jsonb, category uuid)
	RETURNS TABLE ("attribute_id" uuid, "number" numeric, "text" text, "choice" text) STABLE LANGUAGE sql AS $$
	WITH named AS MATERIALIZED (
		SELECT lower(btrim(row.content ->> 'name')) AS name, row.content ->> 'value' AS value, row.place
		FROM jsonb_array_elements(specifications) WITH ORDINALITY AS row (content, place)
	)
	SELECT DISTINCT ON (a."id") a."id", read."number", read."text", read."choice"
	FROM public.category_attributes AS used
	JOIN public.attributes AS a ON a."id" = used."attribute_id"
	JOIN named ON named.name = ANY (a."names")
	CROSS JOIN LATERAL (SELECT
		CASE WHEN a."kind" = 'number' THEN public.read_quantity(named.value, a."unit", a."decimals") END AS "number",
		CASE WHEN a."kind" = 'text' THEN nullif(left(btrim(named.value), 200), '') END AS "text",
		CASE WHEN a."kind" = 'choice' THEN (
			SELECT c.content ->> 'value' FROM jsonb_array_elements(a."choices") AS c (content), lower(btrim(named.value)) AS typed
			WHERE typed IN (lower(c.content ->> 'label'), c.content ->> 'value') OR coalesce(c.content -> 'names', '[]'::jsonb) ? typed LIMIT 1
		) END AS "choice" OFFSET 0) AS read
	WHERE used."category_id" = category AND num_nonnulls(read."number", read."text", read."choice") = 1
	ORDER BY a."id", array_position(a."names", named.name), named.place
$$;
--> statement-breakpoint
CREATE FUNCTION type_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.product_attributes ("product_id", "attribute_id", "number", "text", "choice")
		SELECT p."id", typed.* FROM added AS p CROSS JOIN LATERAL public.typed_specifications(p."specifications", p."category_id") AS typed ORDER BY 1, 2;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_typed AFTER INSERT ON "products" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION type_added_products();
--> statement-breakpoint
CREATE TRIGGER products_retyped AFTER UPDATE OF "specifications", "category_id" ON "products" FOR EACH ROW
	WHEN (old."specifications" IS DISTINCT FROM new."specifications" OR old."category_id" <> new."category_id") EXECUTE FUNCTION type_product();
--> statement-breakpoint
-- Links products to those that their row `Fits` names and that they have no link to yet: one of the same business first, then a public one, then the oldest. The labels of
-- each product are read by its key, however many products there are.
CREATE OR REPLACE FUNCTION link_fits(ids uuid[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.product_fits ("product_id", "target_id", "label", "position")
		SELECT p."id", target."id", named.name, named.place
		FROM public.products AS p
		CROSS JOIN LATERAL unnest(public.fitted_machines(p."specifications")) WITH ORDINALITY AS named (name, place)
		CROSS JOIN LATERAL (
			SELECT m."id" FROM public.products AS m
			WHERE lower(m."name") COLLATE "C" = named.name AND m."id" <> p."id" AND m."status" <> 'Deleted'
			ORDER BY m."business_id" = p."business_id" DESC, m."is_public" DESC, m."created_at", m."id" LIMIT 1
		) AS target
		WHERE p."id" = ANY (ids) AND named.name <> ALL (ARRAY(SELECT f."label" FROM public.product_fits AS f WHERE f."product_id" = p."id"))
		ORDER BY p."id", named.place
		ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Without sequential scans, as `fit_product`.
CREATE FUNCTION fit_added_products() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO off AS $$
DECLARE
	came text[];
	ids uuid[];
BEGIN
	SELECT array_agg(DISTINCT lower("name")), array_agg("id") FILTER (WHERE public.fitted_machines("specifications") <> '{}') INTO came, ids FROM added;
	IF ids IS NOT NULL THEN PERFORM public.link_fits(ids); END IF;
	SELECT array_agg(p."id") INTO ids FROM public.products AS p
		WHERE public.fitted_machines(p."specifications") && came AND public.fitted_machines(p."specifications") <> '{}' AND EXISTS (
			SELECT FROM unnest(came) AS name WHERE name = ANY (public.fitted_machines(p."specifications"))
				AND name <> ALL (ARRAY(SELECT f."label" FROM public.product_fits AS f WHERE f."product_id" = p."id")));
	IF ids IS NOT NULL THEN PERFORM public.link_fits(ids); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_fitted AFTER INSERT ON "products" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION fit_added_products();
--> statement-breakpoint
CREATE TRIGGER products_refitted AFTER UPDATE OF "specifications", "name" ON "products" FOR EACH ROW
	WHEN (old."specifications" IS DISTINCT FROM new."specifications" OR lower(old."name") <> lower(new."name")) EXECUTE FUNCTION fit_product();
