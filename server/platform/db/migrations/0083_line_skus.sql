-- phase: expand
-- Texts as the search has them: what `normalizeText` and `plainCode` of domain/search/words.ts make of them, so that indexes find names as they are stored.
CREATE FUNCTION plain_text(given text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
	SELECT regexp_replace(replace(replace(replace(replace(
		translate(lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')), 'øłđðıØŁĐÐÆŒÞẞ-‐‑‒–—―−', 'olddiolddæœþß        '),
		'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '[ \t]+', ' ', 'g')
$$;
--> statement-breakpoint
CREATE FUNCTION plain_code(given text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
	SELECT regexp_replace(public.plain_text(given), '[^[:alnum:]]', '', 'g')
$$;
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "sku" text;
