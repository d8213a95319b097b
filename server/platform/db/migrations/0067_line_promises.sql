-- phase: expand
-- A delivery counts once for each line that was promised, by its own day; a seller order without promises counts once, by its day.
CREATE OR REPLACE FUNCTION count_delivery(delivery seller_orders, change integer) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.delivery_days AS d ("business_id", "day", "deliveries", "on_time")
		SELECT delivery.business_id, at.day, change * greatest(promised.lines, 1), change * CASE
			WHEN promised.lines > 0 THEN promised.on_time
			WHEN at.day <= coalesce(delivery.estimated_delivery, o."estimated_delivery") THEN 1
			ELSE 0 END
		FROM public.orders o, (SELECT (delivery.updated_at AT TIME ZONE 'UTC')::date AS day) AS at,
			LATERAL (
				SELECT count(l."promised_to")::int AS lines, (count(*) FILTER (WHERE at.day <= l."promised_to"))::int AS on_time
				FROM public.order_lines l WHERE l."order_id" = delivery.order_id AND l."business_id" = delivery.business_id
			) AS promised
		WHERE o."id" = delivery.order_id
		ON CONFLICT ("business_id", "day") DO UPDATE SET "deliveries" = d."deliveries" + excluded."deliveries", "on_time" = d."on_time" + excluded."on_time"
$$;
