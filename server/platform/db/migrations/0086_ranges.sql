-- phase: expand
ALTER TABLE "product_attributes" ADD COLUMN "number_max" numeric(18, 6);
--> statement-breakpoint
-- Both ends of a range such as `2–5 m/min`, the lower one first, or null: also for a single number. domain/specification.ts reads texts alike.
CREATE FUNCTION read_range(value text, unit text, decimals integer) RETURNS numeric[] IMMUTABLE LANGUAGE plpgsql AS $$
DECLARE
	words text := regexp_replace(btrim(translate(lower(value), '²³' || chr(160) || chr(8239) || chr(8201) || '″”′’−', '23   ""''''-')), '\s+', ' ', 'g');
	parts text[];
	low numeric;
	high numeric;
BEGIN
	IF words !~ '\d.*(?:[–—…-]|\.\.| to | bis | à ).*\d' OR public.read_quantity(value, unit, decimals) IS NOT NULL THEN RETURN NULL; END IF;
	words := regexp_replace(words, '^(about|approx\.|ca\.|up to|max\.) ', '');
	words := regexp_replace(words, '( at [^()]*)?( \([^()]*\))?$', '');
	parts := regexp_match(words,
		'^(?:(?:from|von|de) )?(-?[.,]?\d(?:[\d., '']*\d)?)((?:[^\d.,…–—-]+[23]?)?)(?: ?(?:-|–|—|…|\.\.\.?) ?| (?:to|bis|à) )(-?[.,]?\d.*)$');
	IF parts IS NULL THEN RETURN NULL; END IF;
	high := public.read_quantity(parts[3], unit, decimals);
	low := public.read_quantity(parts[1] || ' ' || coalesce(nullif(btrim(parts[2]), ''),
		(regexp_match(parts[3], '^-?[.,]?\d(?:[\d., '']*\d)?\s*(.*)$'))[1]), unit, decimals);
	RETURN CASE WHEN low < high THEN ARRAY[low, high] END;
END $$;
--> statement-breakpoint
-- As `typed_specifications`, with the upper end of ranges.
CREATE FUNCTION typed_values(specifications jsonb, category uuid)
	RETURNS TABLE ("attribute_id" uuid, "number" numeric, "number_max" numeric, "text" text, "choice" text) STABLE LANGUAGE sql AS $$
	WITH named AS MATERIALIZED (
		SELECT lower(btrim(row.content ->> 'name')) AS name, row.content ->> 'value' AS value, row.place
		FROM jsonb_array_elements(specifications) WITH ORDINALITY AS row (content, place)
	)
	SELECT DISTINCT ON (a."id") a."id", coalesce(read."single", read."ends"[1]), read."ends"[2], read."text", read."choice"
	FROM public.category_attributes AS used
	JOIN public.attributes AS a ON a."id" = used."attribute_id"
	JOIN named ON named.name = ANY (a."names")
	CROSS JOIN LATERAL (SELECT
		CASE WHEN a."kind" = 'number' THEN public.read_quantity(named.value, a."unit", a."decimals") END AS "single",
		CASE WHEN a."kind" = 'number' THEN public.read_range(named.value, a."unit", a."decimals") END AS "ends",
		CASE WHEN a."kind" = 'text' THEN nullif(left(btrim(named.value), 200), '') END AS "text",
		CASE WHEN a."kind" = 'choice' THEN (
			SELECT c.content ->> 'value' FROM jsonb_array_elements(a."choices") AS c (content), lower(btrim(named.value)) AS typed
			WHERE typed IN (lower(c.content ->> 'label'), c.content ->> 'value') OR coalesce(c.content -> 'names', '[]'::jsonb) ? typed LIMIT 1
		) END AS "choice" OFFSET 0) AS read
	WHERE used."category_id" = category AND num_nonnulls(read."single", read."ends", read."text", read."choice") = 1
	ORDER BY a."id", array_position(a."names", named.name), named.place
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION type_products(ids uuid[]) RETURNS void LANGUAGE sql AS $$
	DELETE FROM public.product_attributes WHERE "product_id" = ANY (ids);
	INSERT INTO public.product_attributes ("product_id", "attribute_id", "number", "number_max", "text", "choice")
		SELECT p."id", typed.* FROM public.products AS p CROSS JOIN LATERAL public.typed_values(p."specifications", p."category_id") AS typed
		WHERE p."id" = ANY (ids);
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION type_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.product_attributes ("product_id", "attribute_id", "number", "number_max", "text", "choice")
		SELECT p."id", typed.* FROM added AS p CROSS JOIN LATERAL public.typed_values(p."specifications", p."category_id") AS typed ORDER BY 1, 2;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Products with a range among their rows get its value.
DO $$
DECLARE
	ids uuid[];
BEGIN
	SELECT array_agg(DISTINCT p."id") INTO ids
	FROM public.products AS p
	JOIN public.category_attributes AS used ON used."category_id" = p."category_id"
	JOIN public.attributes AS a ON a."id" = used."attribute_id" AND a."kind" = 'number'
	CROSS JOIN LATERAL jsonb_array_elements(p."specifications") AS row (content)
	WHERE p."specifications"::text ~ '\d[^"]*(?:[–—−…-]|\.\.| to | bis | à )[^"]*\d'
		AND lower(btrim(row.content ->> 'name')) = ANY (a."names")
		AND public.read_range(row.content ->> 'value', a."unit", a."decimals") IS NOT NULL;
	IF ids IS NOT NULL THEN PERFORM public.type_products(ids); END IF;
END $$;
