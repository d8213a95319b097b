-- phase: expand
-- As before, but without lines of which nothing is sent: they were canceled or withdrawn.
CREATE OR REPLACE FUNCTION delivery_counts(delivery seller_orders, arrived date, OUT deliveries integer, OUT on_time integer) LANGUAGE sql STABLE AS $$
	SELECT greatest(promised.lines, 1), CASE
		WHEN promised.lines > 0 THEN promised.on_time
		WHEN arrived <= coalesce(delivery.estimated_delivery, o."estimated_delivery") THEN 1
		ELSE 0 END
	FROM public.orders o, LATERAL (
		SELECT count(*) > 1 AS several FROM public.shipments s WHERE s."order_id" = delivery.order_id AND s."business_id" = delivery.business_id
	) AS parcels, LATERAL (
		SELECT count(l."promised_to")::int AS lines, (count(*) FILTER (WHERE CASE WHEN parcels.several THEN coalesce((
			SELECT (max(s."delivered_at") AT TIME ZONE public.shop_time_zone())::date
				FROM public.shipment_lines u JOIN public.shipments s ON s."id" = u."shipment_id" WHERE u."line_id" = l."id"
			), arrived) ELSE arrived END <= l."promised_to"))::int AS on_time
		FROM public.order_lines l WHERE l."order_id" = delivery.order_id AND l."business_id" = delivery.business_id AND l."withdrawn" < l."quantity"
	) AS promised
	WHERE o."id" = delivery.order_id
$$;
--> statement-breakpoint
SELECT recount_deliveries() WHERE EXISTS (
	SELECT FROM order_lines l JOIN seller_orders s ON s."order_id" = l."order_id" AND s."business_id" = l."business_id"
		WHERE l."withdrawn" = l."quantity" AND l."promised_to" IS NOT NULL AND s."status" = 'delivered'
);
