-- phase: expand
-- Returns the zone of the shop's days.
CREATE FUNCTION shop_time_zone() RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce((SELECT "value"->>'timeZone' FROM public.settings WHERE "name" = 'company'), 'UTC')
$$;
--> statement-breakpoint
-- Deliveries, and those in time, of one that arrived on a day: it counts once for each line that was promised, by its own day; without promises once.
CREATE FUNCTION delivery_counts(delivery seller_orders, arrived date, OUT deliveries integer, OUT on_time integer) LANGUAGE sql STABLE AS $$
	SELECT greatest(promised.lines, 1), CASE
		WHEN promised.lines > 0 THEN promised.on_time
		WHEN arrived <= coalesce(delivery.estimated_delivery, o."estimated_delivery") THEN 1
		ELSE 0 END
	FROM public.orders o, LATERAL (
		SELECT count(l."promised_to")::int AS lines, (count(*) FILTER (WHERE arrived <= l."promised_to"))::int AS on_time
		FROM public.order_lines l WHERE l."order_id" = delivery.order_id AND l."business_id" = delivery.business_id
	) AS promised
	WHERE o."id" = delivery.order_id
$$;
--> statement-breakpoint
-- Adds a delivery to its day, or takes it away: 1 or -1.
CREATE OR REPLACE FUNCTION count_delivery(delivery seller_orders, change integer) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.delivery_days AS d ("business_id", "day", "deliveries", "on_time")
		SELECT delivery.business_id, at.day, change * counts.deliveries, change * counts.on_time
		FROM (SELECT (delivery.updated_at AT TIME ZONE public.shop_time_zone())::date AS day) AS at, public.delivery_counts(delivery, at.day) AS counts
		WHERE counts.deliveries IS NOT NULL
		ON CONFLICT ("business_id", "day") DO UPDATE SET "deliveries" = d."deliveries" + excluded."deliveries", "on_time" = d."on_time" + excluded."on_time"
$$;
--> statement-breakpoint
-- Counts all deliveries anew. The lock keeps those of other transactions out until the commit: none is counted by two zones.
CREATE FUNCTION recount_deliveries() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	LOCK TABLE public.seller_orders IN SHARE ROW EXCLUSIVE MODE;
	DELETE FROM public.delivery_days;
	INSERT INTO public.delivery_days ("business_id", "day", "deliveries", "on_time")
		SELECT s."business_id", at.day, sum(counts.deliveries), sum(counts.on_time)
		FROM public.seller_orders s, (SELECT public.shop_time_zone() AS zone OFFSET 0) AS shop,
			LATERAL (SELECT (s."updated_at" AT TIME ZONE shop.zone)::date AS day) AS at, LATERAL public.delivery_counts(s, at.day) AS counts
		WHERE s."status" = 'delivered' GROUP BY 1, 2;
END $$;
--> statement-breakpoint
CREATE FUNCTION recount_by_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(old."value"->>'timeZone', 'UTC') <> coalesce(new."value"->>'timeZone', 'UTC') THEN
		PERFORM public.recount_deliveries();
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER settings_time_zone_changed AFTER UPDATE OF "value" ON "settings" FOR EACH ROW
	WHEN (new."name" = 'company') EXECUTE FUNCTION recount_by_time_zone();
--> statement-breakpoint
CREATE TRIGGER settings_time_zone_added AFTER INSERT ON "settings" FOR EACH ROW
	WHEN (new."name" = 'company' AND new."value"->>'timeZone' <> 'UTC') EXECUTE FUNCTION recount_by_time_zone();
--> statement-breakpoint
CREATE TRIGGER settings_time_zone_removed AFTER DELETE ON "settings" FOR EACH ROW
	WHEN (old."name" = 'company' AND old."value"->>'timeZone' <> 'UTC') EXECUTE FUNCTION recount_by_time_zone();
--> statement-breakpoint
SELECT recount_deliveries() WHERE shop_time_zone() <> 'UTC';
