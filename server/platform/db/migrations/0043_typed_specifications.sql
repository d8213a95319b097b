-- phase: expand
CREATE TABLE "attributes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text,
	"decimals" smallint DEFAULT 0 NOT NULL,
	"choices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"names" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "attributes_key_unique" UNIQUE("key"),
	CONSTRAINT "attributes_kind_check" CHECK ("attributes"."kind" in ('number', 'text', 'choice')),
	CONSTRAINT "attributes_decimals_check" CHECK ("attributes"."decimals" between 0 and 4),
	CONSTRAINT "attributes_choices_check" CHECK (jsonb_array_length("attributes"."choices") <= 60)
);
--> statement-breakpoint
CREATE TABLE "category_attributes" (
	"category_id" uuid NOT NULL,
	"attribute_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"is_facet" boolean DEFAULT false NOT NULL,
	"is_compared" boolean DEFAULT false NOT NULL,
	CONSTRAINT "category_attributes_category_id_attribute_id_pk" PRIMARY KEY("category_id","attribute_id")
);
--> statement-breakpoint
CREATE TABLE "product_attributes" (
	"product_id" uuid NOT NULL,
	"attribute_id" uuid NOT NULL,
	"number" numeric(18, 6),
	"text" text,
	"choice" text,
	CONSTRAINT "product_attributes_product_id_attribute_id_pk" PRIMARY KEY("product_id","attribute_id"),
	CONSTRAINT "product_attributes_value_check" CHECK (num_nonnulls("product_attributes"."number", "product_attributes"."text", "product_attributes"."choice") = 1)
);
--> statement-breakpoint
ALTER TABLE "category_attributes" ADD CONSTRAINT "category_attributes_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_attributes" ADD CONSTRAINT "category_attributes_attribute_id_attributes_id_fk" FOREIGN KEY ("attribute_id") REFERENCES "public"."attributes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_attributes" ADD CONSTRAINT "product_attributes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_attributes" ADD CONSTRAINT "product_attributes_attribute_id_attributes_id_fk" FOREIGN KEY ("attribute_id") REFERENCES "public"."attributes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "category_attributes_attribute_idx" ON "category_attributes" USING btree ("attribute_id");--> statement-breakpoint
CREATE INDEX "product_attributes_number_idx" ON "product_attributes" USING btree ("attribute_id","number","product_id");--> statement-breakpoint
CREATE INDEX "product_attributes_choice_idx" ON "product_attributes" USING btree ("attribute_id","choice","product_id");
--> statement-breakpoint
ALTER TABLE "deleted_categories" ADD COLUMN "attributes" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
-- Spellings of units, in small letters without superscripts, and how many of the first unit of the dimension one of them is (domain/units.ts).
CREATE FUNCTION unit_scale(spelling text) RETURNS TABLE ("dimension" text, "numerator" numeric, "denominator" numeric) IMMUTABLE LANGUAGE sql AS $$
	SELECT dimension, numerator::numeric, denominator::numeric FROM (VALUES
		(ARRAY['mm', 'millimeter', 'millimeters', 'millimetre', 'millimetres'], 'length', 1, 1),
		(ARRAY['cm', 'centimeter', 'centimeters', 'centimetre', 'centimetres'], 'length', 10, 1),
		(ARRAY['m', 'meter', 'meters', 'metre', 'metres'], 'length', 1000, 1),
		(ARRAY['in', '"', 'inch', 'inches'], 'length', 254, 10),
		(ARRAY['ft', '''', 'foot', 'feet'], 'length', 3048, 10),
		(ARRAY['g', 'gram', 'grams'], 'mass', 1, 1),
		(ARRAY['kg', 'kgs', 'kilogram', 'kilograms'], 'mass', 1000, 1),
		(ARRAY['lb', 'lbs', 'pound', 'pounds'], 'mass', 45359237, 100000),
		(ARRAY['w', 'watt', 'watts'], 'power', 1, 1),
		(ARRAY['kw', 'kilowatt', 'kilowatts'], 'power', 1000, 1),
		(ARRAY['hp', 'horsepower'], 'power', 74569987158227022, 100000000000000),
		(ARRAY['v', 'volt', 'volts'], 'voltage', 1, 1),
		(ARRAY['hz', 'hertz'], 'frequency', 1, 1),
		(ARRAY['db(a)', 'db', 'dba', 'db a'], 'noise', 1, 1),
		(ARRAY['l', 'liter', 'liters', 'litre', 'litres'], 'volume', 1, 1),
		(ARRAY['m3', 'cubic meter', 'cubic meters'], 'volume', 1000, 1),
		(ARRAY['m/min', 'meters per minute'], 'speed', 1, 1),
		(ARRAY['units/h', 'unit/h', 'units per hour'], 'throughput', 1, 1),
		(ARRAY['kg/h', 'kg per hour'], 'mass flow', 1, 1),
		(ARRAY['g/m2', 'gsm'], 'grammage', 1, 1),
		(ARRAY['kg/m3'], 'density', 1, 1),
		(ARRAY['month', 'months'], 'time', 1, 1),
		(ARRAY['year', 'years'], 'time', 12, 1),
		(ARRAY['°c', 'c'], 'temperature', 1, 1),
		(ARRAY['%', 'percent'], 'share', 1, 1)
	) AS units (spellings, dimension, numerator, denominator) WHERE spelling = ANY (spellings)
$$;
--> statement-breakpoint
-- The number of a row such as "430 mm", "17 in" or "about 68 dB(A) at 1 m (estimate)" in a unit, rounded; null for any other text.
CREATE FUNCTION read_quantity(value text, unit text, decimals integer) RETURNS numeric IMMUTABLE LANGUAGE plpgsql AS $$
DECLARE
	words text := regexp_replace(btrim(translate(lower(value), '²³' || chr(160) || chr(8239) || chr(8201) || '″”′’−', '23   ""''''-')), '\s+', ' ', 'g');
	parts text[];
	digits text;
	rest text;
	numerator numeric := 1;
	denominator numeric := 1;
	answer numeric;
BEGIN
	parts := regexp_match(regexp_replace(words, '^(about|approx\.|ca\.|up to|max\.) ', ''), '^(-?)([.,]?\d(?:[\d., '']*\d)?)\s*(.*)$');
	digits := parts[2];
	IF digits IS NULL OR length(digits) > 30 THEN RETURN NULL; END IF;
	digits := CASE
		WHEN digits ~ '^\d{1,3}([ '']\d{3})+([.,]\d+)?$' THEN replace(translate(digits, ' ''', ''), ',', '.')
		WHEN digits ~ '^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$' THEN replace(digits, ',', '')
		WHEN digits ~ '^[1-9]\d{0,2}((\.\d{3})+,\d+|(\.\d{3}){2,})$' THEN replace(replace(digits, '.', ''), ',', '.')
		WHEN digits ~ '^\d*[.,]?\d+$' THEN replace(digits, ',', '.')
	END;
	rest := regexp_replace(regexp_replace(parts[3], '( at [^()]*)?( \([^()]*\))?$', ''), '\.$', '');
	IF parts[3] <> '' THEN
		IF unit IS NULL THEN RETURN NULL; END IF;
		SELECT f.numerator * t.denominator, f.denominator * t.numerator INTO numerator, denominator
			FROM public.unit_scale(rest) AS f JOIN public.unit_scale(translate(lower(unit), '²³', '23')) AS t USING (dimension);
	END IF;
	answer := round((parts[1] || digits)::numeric * numerator / denominator, decimals);
	RETURN CASE WHEN abs(answer) < 1000000000000 THEN answer END;
END $$;
--> statement-breakpoint
-- The values that the rows of a product give to the typed specifications of its category. A name that stands earlier in "names" goes first.
CREATE FUNCTION typed_specifications(specifications jsonb, category uuid)
	RETURNS TABLE ("attribute_id" uuid, "number" numeric, "text" text, "choice" text) STABLE LANGUAGE sql AS $$
	SELECT DISTINCT ON (a."id") a."id", read."number", read."text", read."choice"
	FROM public.category_attributes AS used
	JOIN public.attributes AS a ON a."id" = used."attribute_id"
	JOIN jsonb_array_elements(specifications) WITH ORDINALITY AS row (content, place) ON lower(btrim(row.content ->> 'name')) = ANY (a."names")
	CROSS JOIN LATERAL (SELECT
		CASE WHEN a."kind" = 'number' THEN public.read_quantity(row.content ->> 'value', a."unit", a."decimals") END AS "number",
		CASE WHEN a."kind" = 'text' THEN nullif(left(btrim(row.content ->> 'value'), 200), '') END AS "text",
		CASE WHEN a."kind" = 'choice' THEN (
			SELECT c.content ->> 'value' FROM jsonb_array_elements(a."choices") AS c (content)
			WHERE lower(btrim(row.content ->> 'value')) IN (lower(c.content ->> 'label'), c.content ->> 'value')
				OR coalesce(c.content -> 'names', '[]'::jsonb) ? lower(btrim(row.content ->> 'value')) LIMIT 1
		) END AS "choice") AS read
	WHERE used."category_id" = category AND num_nonnulls(read."number", read."text", read."choice") = 1
	ORDER BY a."id", array_position(a."names", lower(btrim(row.content ->> 'name'))), row.place
$$;
--> statement-breakpoint
-- Writes the typed specifications of these products anew.
CREATE FUNCTION type_products(ids uuid[]) RETURNS void LANGUAGE sql AS $$
	DELETE FROM public.product_attributes WHERE "product_id" = ANY (ids);
	INSERT INTO public.product_attributes ("product_id", "attribute_id", "number", "text", "choice")
		SELECT p."id", typed.* FROM public.products AS p CROSS JOIN LATERAL public.typed_specifications(p."specifications", p."category_id") AS typed
		WHERE p."id" = ANY (ids);
$$;
--> statement-breakpoint
CREATE FUNCTION type_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' OR new."specifications" IS DISTINCT FROM old."specifications" OR new."category_id" <> old."category_id" THEN
		PERFORM public.type_products(ARRAY[new."id"]);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_typed AFTER INSERT OR UPDATE OF "specifications", "category_id" ON "products" FOR EACH ROW EXECUTE FUNCTION type_product();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER attributes_revision AFTER INSERT OR UPDATE OR DELETE ON "attributes"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER category_attributes_revision AFTER INSERT OR UPDATE OR DELETE ON "category_attributes"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
-- A shop that has categories gets the typed specifications of those that came with it, also where they were renamed; a new one gets them with its categories.
INSERT INTO "attributes" ("key", "label", "kind", "unit", "decimals", "choices", "names")
SELECT key, label, kind, unit, decimals, choices::jsonb, names FROM (VALUES
	('feed-width', 'Feed width', 'number', 'mm', 0, '[]', ARRAY['feed width']),
	('board-thickness', 'Board thickness', 'number', 'mm', 1, '[]', ARRAY['board thickness']),
	('feed-speed', 'Feed speed', 'number', 'm/min', 1, '[]', ARRAY['feed speed']),
	('throughput', 'Throughput', 'number', 'units/h', 0, '[]', ARRAY['throughput']),
	('power', 'Power', 'number', 'kW', 2, '[]', ARRAY['power']),
	('supply', 'Supply', 'choice', NULL::text, 0, '[{"value":"230-v","label":"230 V, single phase","names":["230 v, 50/60 hz, single phase","230 v, 50/60 hz, single phase, 16 a","230 v, 50/60 hz, single phase, from the machine","230 v, 50 hz, single phase","230 v, 50 hz, single phase, 16 a"]},{"value":"400-v-three-phase","label":"400 V, three phase","names":["400 v, 50 hz, three phase","400 v, 50 hz, three phase, 16 a","400 v, 50 hz, three phase, 32 a","400 v, 50 hz or 480 v, 60 hz, three phase","400 v, 50 hz or 480 v, 60 hz, three phase, 16 a"]},{"value":"24-v-dc","label":"24 V DC","names":["24 v dc, adapter for 100–240 v included","10–30 v dc, pnp"]}]', ARRAY['supply']),
	('noise', 'Noise', 'number', 'dB(A)', 0, '[]', ARRAY['noise']),
	('net-weight', 'Net weight', 'number', 'kg', 1, '[]', ARRAY['net weight', 'weight']),
	('installation', 'Installation', 'choice', NULL, 0, '[{"value":"benchtop","label":"Benchtop"},{"value":"floor-standing","label":"Floor-standing"},{"value":"in-line","label":"In-line"}]', ARRAY['installation']),
	('discharge', 'Discharge', 'choice', NULL, 0, '[{"value":"ramp","label":"Ramp"},{"value":"conveyor","label":"Conveyor"}]', ARRAY['discharge']),
	('format', 'Format', 'choice', NULL, 0, '[{"value":"mat","label":"Mat"},{"value":"roll","label":"Roll"},{"value":"loose-chips","label":"Loose chips"},{"value":"bulk-bag","label":"Loose chips, bulk bag"},{"value":"loose-strips","label":"Loose strips"},{"value":"edge-strip","label":"Edge strip"},{"value":"sleeve","label":"Sleeve"}]', ARRAY['format']),
	('width', 'Width', 'number', 'mm', 0, '[]', ARRAY['width', 'roll width']),
	('length', 'Length', 'number', 'mm', 0, '[]', ARRAY['length', 'roll length']),
	('thickness', 'Thickness', 'number', 'mm', 1, '[]', ARRAY['thickness']),
	('grammage', 'Grammage', 'number', 'g/m²', 0, '[]', ARRAY['grammage']),
	('pieces-per-pack', 'Pieces per pack', 'number', NULL, 0, '[]', ARRAY['pieces per pack']),
	('recycled-content', 'Recycled content', 'number', '%', 0, '[]', ARRAY['recycled content'])
) AS seeded (key, label, kind, unit, decimals, choices, names) WHERE EXISTS (SELECT FROM "categories");
--> statement-breakpoint
INSERT INTO "category_attributes" ("category_id", "attribute_id", "position", "is_required", "is_facet", "is_compared")
SELECT coalesce(c."id", v."category_id"), a."id", seeded.place, seeded.is_required, seeded.is_facet, seeded.is_compared
FROM (VALUES
		('mat-maker', 'feed-width', 0, true, true, true),
		('mat-maker', 'board-thickness', 1, false, true, true),
		('mat-maker', 'feed-speed', 2, false, true, true),
		('mat-maker', 'throughput', 3, true, true, true),
		('mat-maker', 'power', 4, true, true, true),
		('mat-maker', 'supply', 5, true, true, true),
		('mat-maker', 'noise', 6, false, true, true),
		('mat-maker', 'net-weight', 7, true, true, true),
		('mat-maker', 'installation', 8, false, true, true),
		('mat-maker', 'discharge', 9, false, true, true),
		('chip-maker', 'feed-width', 0, true, true, true),
		('chip-maker', 'board-thickness', 1, false, true, true),
		('chip-maker', 'feed-speed', 2, false, true, true),
		('chip-maker', 'throughput', 3, true, true, true),
		('chip-maker', 'power', 4, true, true, true),
		('chip-maker', 'supply', 5, true, true, true),
		('chip-maker', 'noise', 6, false, true, true),
		('chip-maker', 'net-weight', 7, true, true, true),
		('chip-maker', 'installation', 8, false, true, true),
		('chip-maker', 'discharge', 9, false, true, true),
		('accessories', 'feed-width', 0, false, true, true),
		('accessories', 'power', 1, false, true, true),
		('accessories', 'supply', 2, false, true, true),
		('accessories', 'noise', 3, false, true, true),
		('accessories', 'net-weight', 4, false, true, true),
		('replacement-parts', 'net-weight', 0, false, true, true),
		('mat', 'format', 0, true, true, true),
		('mat', 'width', 1, false, true, true),
		('mat', 'length', 2, false, true, true),
		('mat', 'thickness', 3, false, true, true),
		('mat', 'grammage', 4, false, true, true),
		('mat', 'pieces-per-pack', 5, false, true, true),
		('mat', 'recycled-content', 6, false, true, true),
		('chip', 'format', 0, true, true, true),
		('chip', 'recycled-content', 1, false, true, true)
) AS seeded (category, key, place, is_required, is_facet, is_compared)
JOIN "attributes" AS a ON a."key" = seeded.key
LEFT JOIN "categories" AS c ON c."value" = seeded.category
LEFT JOIN "category_values" AS v ON v."value" = seeded.category AND c."id" IS NULL
WHERE coalesce(c."id", v."category_id") IS NOT NULL
ON CONFLICT DO NOTHING;
