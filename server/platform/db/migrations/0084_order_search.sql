-- phase: expand
-- no transaction
-- Lines of orders from before have the article number that their product has now. Some at a time, each only those that have none.
DO $$
DECLARE
	ids uuid[];
	last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		SELECT array_agg("id" ORDER BY "id") INTO ids FROM (
			SELECT l."id" FROM public.order_lines l JOIN public.products p ON p."id" = l."product_id"
				WHERE l."id" > last AND l."sku" IS NULL AND p."sku" IS NOT NULL ORDER BY l."id" LIMIT 500) AS batch;
		EXIT WHEN ids IS NULL;
		last := ids[cardinality(ids)];
		UPDATE public.order_lines l SET "sku" = p."sku" FROM public.products p WHERE p."id" = l."product_id" AND l."id" = ANY (ids);
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_lines_sku_idx" ON "order_lines" USING gin (plain_code("sku") gin_trgm_ops) WHERE "order_lines"."sku" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_lines_name_idx" ON "order_lines" USING gin (plain_text("name") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_delivery_idx" ON "orders" USING gin ((plain_text("number" || chr(10) || coalesce("customer" ->> 'firstName', '') || ' ' || coalesce("customer" ->> 'lastName', '') || chr(10) || coalesce("customer" ->> 'company', '') || chr(10) || coalesce("customer" ->> 'zipCode', '') || ' ' || coalesce("customer" ->> 'city', '') || chr(10) || coalesce("customer" ->> 'poNumber', '')) || chr(10) || plain_code(coalesce("customer" ->> 'zipCode', '')) || chr(10) || plain_code(coalesce("customer" ->> 'poNumber', ''))) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_phone_idx" ON "orders" USING gin (regexp_replace("customer" ->> 'phone', '\(0\)|[^0-9]', '', 'g') gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_country_idx" ON "orders" USING btree (("customer" ->> 'country'),"created_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_shipping_idx" ON "orders" USING btree ("shipping_method","created_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_due_idx" ON "orders" USING btree ("estimated_delivery");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_tagged_idx" ON "orders" USING btree ("created_at") WHERE "orders"."tags" <> '{}';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seller_orders_tracking_idx" ON "seller_orders" USING gin (plain_code("tracking_number") gin_trgm_ops) WHERE "seller_orders"."tracking_number" is not null;
