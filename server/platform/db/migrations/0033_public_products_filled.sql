-- phase: expand
-- no transaction
-- Writes the rows for which the defaults are wrong, some at a time, so that orders wait for none of them long; locked in the order of the ids, as orders do.
-- What others write meanwhile is right by the triggers.
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
		UPDATE public.products SET "is_public" = "is_public" WHERE "id" = ANY (ids) AND ("is_public" <> ("status" = 'Active' AND public.may_sell("business_id"))
			OR "in_stock" <> ("stock" > 0) OR "shop_place" <> public.shop_place("type", "category_id"));
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_type_featured_idx" ON "products" USING btree ("type","featured" desc,"shop_place",(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_type_name_idx" ON "products" USING btree ("type",(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_type_usd_idx" ON "products" USING btree ("type","price_usd_cents",(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_type_eur_idx" ON "products" USING btree ("type","price_eur_cents",(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_type_created_idx" ON "products" USING btree ("type","created_at" desc,(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_category_featured_idx" ON "products" USING btree ("category_id","featured" desc,"shop_place",(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_category_name_idx" ON "products" USING btree ("category_id",(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_category_usd_idx" ON "products" USING btree ("category_id","price_usd_cents",(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_category_eur_idx" ON "products" USING btree ("category_id","price_eur_cents",(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_category_created_idx" ON "products" USING btree ("category_id","created_at" desc,(lower("name") collate "C"),"id","name") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_public_slug_idx" ON "products" USING btree ("slug","updated_at") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_public_facets_idx" ON "products" USING btree ("business_id","category_id","type","in_stock","featured","price_usd_cents","price_eur_cents") WHERE "products"."is_public";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_fits_idx" ON "products" USING gin (fitted_machines("specifications")) WHERE "products"."is_public";
