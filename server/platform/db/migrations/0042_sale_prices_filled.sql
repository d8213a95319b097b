-- phase: expand
-- no transaction
-- Begins the record of prices with today's, some products at a time; those whose price has changed meanwhile are in it.
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
		INSERT INTO public.product_prices ("product_id", "usd_cents", "eur_cents")
			SELECT p."id", p."price_usd_cents", p."price_eur_cents" FROM public.products p
			WHERE p."id" = ANY (ids) AND NOT EXISTS (SELECT FROM public.product_prices o WHERE o."product_id" = p."id");
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_sale_begin_idx" ON "products" USING btree ("sale_to","sale_from") WHERE "products"."sale_usd_cents" is not null and "products"."regular_usd_cents" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_sale_end_idx" ON "products" USING btree ("sale_to") WHERE "products"."regular_usd_cents" is not null;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_sale_check";
