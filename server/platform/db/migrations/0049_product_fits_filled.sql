-- phase: expand
-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_fitted_idx" ON "products" USING gin (fitted_machines("specifications")) WITH (fastupdate=false) WHERE fitted_machines("products"."specifications") <> '{}';
--> statement-breakpoint
-- Links the parts that are there, some at a time; what others write meanwhile is linked by the trigger.
DO $$
DECLARE
	ids uuid[];
	last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		SELECT array_agg("id" ORDER BY "id") INTO ids FROM (
			SELECT "id" FROM public.products WHERE "id" > last AND public.fitted_machines("specifications") <> '{}' ORDER BY "id" LIMIT 500
		) AS batch;
		EXIT WHEN ids IS NULL;
		last := ids[cardinality(ids)];
		PERFORM FROM public.products WHERE "id" = ANY (ids) ORDER BY "id" FOR NO KEY UPDATE;
		PERFORM public.link_fits(ids);
		COMMIT;
	END LOOP;
END $$;
