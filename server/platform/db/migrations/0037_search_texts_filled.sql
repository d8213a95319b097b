-- phase: expand
-- no transaction
-- Adds the names to products from before the triggers, and the words of everything, some at a time, so that orders wait for none of them long; locked in the
-- order of the ids, as orders do. What others write meanwhile is right by the triggers.
DO $$
DECLARE
	ids uuid[];
	last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	PERFORM public.add_search_words((SELECT string_agg(public.normalize_for_search(c."label"), ' ') FROM public.categories c));
	PERFORM public.add_search_words((SELECT string_agg(public.normalize_for_search(concat_ws(' ', b."name", b."description", b."city", b."country")), ' ') FROM public.businesses b));
	PERFORM public.add_search_words((SELECT string_agg(p."search_text", ' ') FROM public.blog_posts p));
	COMMIT;
	LOOP
		SELECT array_agg("id" ORDER BY "id") INTO ids FROM (
			SELECT "id" FROM public.products WHERE "id" > last AND position(chr(31) IN "search_text") = 0 ORDER BY "id" LIMIT 250) AS batch;
		EXIT WHEN ids IS NULL;
		last := ids[cardinality(ids)];
		PERFORM FROM public.products WHERE "id" = ANY (ids) ORDER BY "id" FOR NO KEY UPDATE;
		UPDATE public.products SET "search_text" = "search_text" WHERE "id" = ANY (ids);
		PERFORM public.add_search_words((SELECT string_agg(split_part("search_text", chr(31), 1), ' ') FROM public.products WHERE "id" = ANY (ids)));
		COMMIT;
	END LOOP;
END $$;
