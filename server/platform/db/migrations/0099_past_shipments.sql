-- phase: expand
-- no transaction
-- Past orders: what was withdrawn before it was shipped is counted, and each seller order that has left gets its parcel. Some orders at a time, locked as servers lock them; those that are done are passed over.
DO $$
DECLARE
	ids uuid[];
	last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		SELECT array_agg("id" ORDER BY "id") INTO ids FROM (
			SELECT DISTINCT r."order_id" AS "id" FROM public.returns r WHERE r."withdrawal_id" IS NOT NULL AND r."order_id" > last ORDER BY 1 LIMIT 500) AS batch;
		EXIT WHEN ids IS NULL;
		last := ids[cardinality(ids)];
		PERFORM 1 FROM public.orders o WHERE o."id" = ANY (ids) ORDER BY o."id" FOR NO KEY UPDATE;
		UPDATE public.order_lines l SET "withdrawn" = counted.units FROM (
			SELECT u."line_id", sum(u."quantity")::int AS units FROM public.return_lines u
				JOIN public.returns r ON r."id" = u."return_id" AND r."withdrawal_id" IS NOT NULL AND r."order_id" = ANY (ids)
				JOIN public.seller_orders s ON s."order_id" = r."order_id" AND s."business_id" = r."business_id"
					AND (s."shipped_at" IS NULL OR r."created_at" < s."shipped_at")
				GROUP BY u."line_id") AS counted
			WHERE l."id" = counted."line_id" AND l."withdrawn" <> counted.units;
		COMMIT;
	END LOOP;
	last := '00000000-0000-0000-0000-000000000000';
	LOOP
		SELECT array_agg("id" ORDER BY "id") INTO ids FROM (SELECT o."id" FROM public.orders o WHERE o."id" > last ORDER BY o."id" LIMIT 500) AS batch;
		EXIT WHEN ids IS NULL;
		last := ids[cardinality(ids)];
		PERFORM 1 FROM public.orders o WHERE o."id" = ANY (ids) ORDER BY o."id" FOR NO KEY UPDATE;
		PERFORM public.ship_rest(ids);
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_units_check";
