-- phase: expand
-- no transaction
-- Types the rows of the products that are there, some at a time; what others write meanwhile is typed by the trigger.
DO $$
DECLARE
	ids uuid[];
	last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		SELECT array_agg("id" ORDER BY "id") INTO ids FROM (SELECT "id" FROM public.products WHERE "id" > last ORDER BY "id" LIMIT 500) AS batch;
		EXIT WHEN ids IS NULL;
		last := ids[cardinality(ids)];
		PERFORM FROM public.products WHERE "id" = ANY (ids) ORDER BY "id" FOR NO KEY UPDATE;
		PERFORM public.type_products(ids);
		COMMIT;
	END LOOP;
END $$;
