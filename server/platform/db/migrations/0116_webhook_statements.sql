-- phase: expand
-- The event of a change, where a webhook that is on wants it. A select in SQL becomes part of the statement that calls it.
CREATE FUNCTION wanted_event(kind text, object uuid, business uuid, platform boolean)
	RETURNS TABLE ("type" text, "object_id" uuid, "business_id" uuid, "for_platform" boolean) STABLE LANGUAGE sql AS $$
	SELECT kind, object, business, platform WHERE EXISTS (
		SELECT FROM public.webhooks AS w WHERE w."disabled_at" IS NULL AND kind = ANY (w."events")
			AND CASE WHEN w."business_id" IS NULL THEN platform ELSE w."business_id" = business END)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_webhook_event(kind text, object uuid, business uuid, platform boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.webhook_events ("type", "object_id", "business_id", "for_platform", "at")
		SELECT *, clock_timestamp() FROM public.wanted_event(kind, object, business, platform);
END $$;
--> statement-breakpoint
-- A new order asks without a call of another function: it is the change that happens most.
CREATE OR REPLACE FUNCTION add_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO public.webhook_events ("type", "object_id", "business_id", "for_platform", "at")
			SELECT *, clock_timestamp() FROM public.wanted_event('order.placed', new."id", NULL, true);
	END IF;
	IF new."payment_status" = 'paid' AND (TG_OP = 'INSERT' OR old."payment_status" IN ('unpaid', 'processing', 'partially_paid', 'failed')) THEN
		PERFORM public.add_webhook_event('order.paid', new."id", NULL, true);
		PERFORM public.add_webhook_event('order.paid', new."id", s."business_id", false) FROM public.seller_orders AS s WHERE s."order_id" = new."id";
	END IF;
	IF new."status" = 'cancelled' AND (TG_OP = 'INSERT' OR old."status" <> 'cancelled') THEN
		PERFORM public.add_webhook_event('order.canceled', new."id", NULL, true);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_seller_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new."is_shown" AND (TG_OP = 'INSERT' OR NOT old."is_shown") THEN
		INSERT INTO public.webhook_events ("type", "object_id", "business_id", "for_platform", "at")
			SELECT *, clock_timestamp() FROM public.wanted_event('order.placed', new."order_id", new."business_id", false);
	END IF;
	IF new."is_shown" AND new."status" = 'cancelled' AND (TG_OP = 'INSERT' OR old."status" <> 'cancelled') THEN
		PERFORM public.add_webhook_event('order.canceled', new."order_id", new."business_id", false);
	END IF;
	IF TG_OP = 'UPDATE' AND new."status" IN ('shipped', 'delivered') AND old."status" NOT IN ('shipped', 'delivered') THEN
		IF NOT EXISTS (SELECT FROM public.shipments AS s WHERE s."order_id" = new."order_id" AND s."business_id" = new."business_id") THEN -- services only: it has no parcel
			PERFORM public.add_webhook_event('seller_order.shipped', new."order_id", new."business_id", true);
		END IF;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- One trigger a statement instead of one a row: they do the same for the version before.
DO $$
BEGIN
	DROP TRIGGER products_webhook_added ON public.products;
	DROP TRIGGER products_webhook_changed ON public.products;
	DROP TRIGGER products_webhook_stock ON public.products;
	DROP FUNCTION public.add_product_event();
END $$;
--> statement-breakpoint
CREATE FUNCTION add_added_product_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.webhook_events ("type", "object_id", "business_id", "for_platform", "at")
		SELECT e.*, clock_timestamp() FROM added AS p, public.wanted_event('product.changed', p."id", p."business_id", true) AS e;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_webhook_added AFTER INSERT ON "products" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_added_product_events();
--> statement-breakpoint
-- The stamp changes with every column but the stock, the version of the last edit with every edit. A stock that was counted is no edit of the product. A seller that a product was moved from is told that it is gone.
CREATE FUNCTION add_changed_product_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM public.webhooks AS w WHERE w."disabled_at" IS NULL AND w."events" && '{product.changed,stock.changed}') THEN
		RETURN NULL;
	END IF;
	INSERT INTO public.webhook_events ("type", "object_id", "business_id", "for_platform", "at")
		SELECT e.*, clock_timestamp() FROM (
			SELECT n."id", n."business_id", o."business_id" AS "from",
				n."stamp" <> o."stamp" OR n."stock" = o."stock" AND coalesce(n."edited_version", n."version") <> coalesce(o."edited_version", o."version") AS is_changed,
				n."stock" <> o."stock" AS is_sold
			FROM changed AS n JOIN former AS o ON o."id" = n."id"
		) AS p
		CROSS JOIN LATERAL (VALUES ('product.changed', p.is_changed), ('stock.changed', p.is_sold)) AS k (kind, is_so)
		CROSS JOIN LATERAL (VALUES (p."business_id", true), (p."from", false)) AS b ("id", is_now)
		CROSS JOIN LATERAL public.wanted_event(k.kind, p."id", b."id", b.is_now) AS e
		WHERE k.is_so AND (b.is_now OR b."id" <> p."business_id");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_webhook_changed AFTER UPDATE ON "products" REFERENCING OLD TABLE AS former NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION add_changed_product_events();
