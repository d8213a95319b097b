-- phase: expand
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"documents" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_words_word_idx" ON "search_words" USING gin ("word" gin_trgm_ops);
--> statement-breakpoint
-- Normalizes text as `normalized` of the server does.
CREATE FUNCTION normalize_for_search(given text) RETURNS text IMMUTABLE LANGUAGE sql AS $$
	SELECT translate(lower(given), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ')
$$;
--> statement-breakpoint
-- Adds the names of a product's category and business to its own text. Every word of them follows chr(31): a search for a word anywhere finds it, one for
-- a word that follows a space does not, and what stands before the first chr(31) is the product's own text.
-- Whoever renames a business locks the rows of all its products, and this reads the names once it has the row: both see each other's change there. A new
-- product has no row that the other could lock, nor has one that moves to the business: they lock the business.
CREATE FUNCTION set_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	names text;
BEGIN
	IF tg_op = 'INSERT' OR (new."business_id", new."category_id") IS DISTINCT FROM (old."business_id", old."category_id") THEN
		SELECT ' ' || c."label" || ' ' || b."name" INTO names FROM public.businesses b, public.categories c
			WHERE b."id" = new."business_id" AND c."id" = new."category_id" FOR SHARE;
	ELSE
		SELECT ' ' || c."label" || ' ' || b."name" INTO names FROM public.businesses b, public.categories c
			WHERE b."id" = new."business_id" AND c."id" = new."category_id";
	END IF;
	new."search_text" := split_part(new."search_text", chr(31), 1) || translate(public.normalize_for_search(coalesce(names, '')), E' \n', repeat(chr(31), 2));
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_search_text BEFORE INSERT OR UPDATE OF "search_text", "business_id", "category_id" ON "products"
	FOR EACH ROW EXECUTE FUNCTION set_search_text();
--> statement-breakpoint
-- Locks in the order of the ids, as everywhere; the statement after it sees what others have written meanwhile.
CREATE FUNCTION rename_in_search_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_table_name = 'businesses' THEN
		PERFORM FROM public.products p WHERE p."business_id" = new."id" ORDER BY p."id" FOR NO KEY UPDATE;
		UPDATE public.products p SET "search_text" = p."search_text" WHERE p."business_id" = new."id";
	ELSE
		PERFORM FROM public.products p WHERE p."category_id" = new."id" ORDER BY p."id" FOR NO KEY UPDATE;
		UPDATE public.products p SET "search_text" = p."search_text" WHERE p."category_id" = new."id";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER businesses_search_texts AFTER UPDATE OF "name" ON "businesses" FOR EACH ROW
	WHEN (old."name" IS DISTINCT FROM new."name") EXECUTE FUNCTION rename_in_search_texts();
--> statement-breakpoint
CREATE TRIGGER categories_search_texts AFTER UPDATE OF "label" ON "categories" FOR EACH ROW
	WHEN (old."label" IS DISTINCT FROM new."label") EXECUTE FUNCTION rename_in_search_texts();
--> statement-breakpoint
-- Returns the words of a normalized text that are long enough to be misspelled and no longer than a word is.
CREATE FUNCTION words_of(given text) RETURNS SETOF text IMMUTABLE LANGUAGE sql AS $$
	SELECT word FROM regexp_split_to_table(given, '[^a-z0-9]+') AS word WHERE length(word) BETWEEN 4 AND 40
$$;
--> statement-breakpoint
-- Sorted, so that two writers with the same new words wait for each other in one order. Words that are known are not touched.
CREATE FUNCTION add_search_words(given text) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.search_words ("word") SELECT DISTINCT word COLLATE "C" AS word FROM public.words_of(given) AS word ORDER BY 1 ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION add_words_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_table_name = 'categories' THEN
		PERFORM public.add_search_words(public.normalize_for_search(new."label"));
	ELSIF tg_table_name = 'businesses' THEN
		PERFORM public.add_search_words(public.normalize_for_search(concat_ws(' ', new."name", new."description", new."city", new."country")));
	ELSE
		PERFORM public.add_search_words(split_part(new."search_text", chr(31), 1));
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- All new products of a statement at once: an import inserts hundreds.
CREATE FUNCTION add_words_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM public.add_search_words((SELECT string_agg(split_part(p."search_text", chr(31), 1), ' ') FROM added p));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_words AFTER INSERT ON "products" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION add_words_of_products();
--> statement-breakpoint
CREATE TRIGGER products_changed_words AFTER UPDATE OF "search_text" ON "products" FOR EACH ROW
	WHEN (split_part(old."search_text", chr(31), 1) IS DISTINCT FROM split_part(new."search_text", chr(31), 1)) EXECUTE FUNCTION add_words_of_row();
--> statement-breakpoint
CREATE TRIGGER categories_words AFTER INSERT OR UPDATE OF "label" ON "categories" FOR EACH ROW EXECUTE FUNCTION add_words_of_row();
--> statement-breakpoint
CREATE TRIGGER businesses_words AFTER INSERT OR UPDATE OF "name", "description", "city", "country" ON "businesses"
	FOR EACH ROW EXECUTE FUNCTION add_words_of_row();
--> statement-breakpoint
CREATE TRIGGER blog_posts_words AFTER INSERT OR UPDATE OF "search_text" ON "blog_posts" FOR EACH ROW EXECUTE FUNCTION add_words_of_row();
