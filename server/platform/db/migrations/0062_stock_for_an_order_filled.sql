-- phase: expand
-- no transaction
-- Corrects the products whose stock is below the smallest order, some at a time.
DO $$
DECLARE
	ids uuid[];
BEGIN
	LOOP
		SELECT array_agg("id" ORDER BY "id") INTO ids FROM (
			SELECT "id" FROM public.products WHERE "in_stock" <> ("stock" >= "min_quantity") ORDER BY "id" LIMIT 500
		) AS batch;
		EXIT WHEN ids IS NULL;
		PERFORM FROM public.products WHERE "id" = ANY (ids) ORDER BY "id" FOR NO KEY UPDATE;
		UPDATE public.products SET "in_stock" = "in_stock" WHERE "id" = ANY (ids);
		COMMIT;
	END LOOP;
END $$;
