-- phase: expand
-- An order of which something was refunded before its last payment is partially refunded once it is paid in full. A seller whose part was canceled has nothing to send.
CREATE OR REPLACE FUNCTION add_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO public.webhook_events ("type", "object_id", "business_id", "for_platform", "at")
			SELECT *, clock_timestamp() FROM public.wanted_event('order.placed', new."id", NULL, true);
	END IF;
	IF (new."payment_status" = 'paid' OR new."payment_status" = 'partially_refunded' AND new."status" <> 'cancelled')
		AND (TG_OP = 'INSERT' OR old."payment_status" IN ('unpaid', 'processing', 'partially_paid', 'failed')) THEN
		PERFORM public.add_webhook_event('order.paid', new."id", NULL, true);
		PERFORM public.add_webhook_event('order.paid', new."id", s."business_id", false) FROM public.seller_orders AS s
			WHERE s."order_id" = new."id" AND s."status" <> 'cancelled';
	END IF;
	IF new."status" = 'cancelled' AND (TG_OP = 'INSERT' OR old."status" <> 'cancelled') THEN
		PERFORM public.add_webhook_event('order.canceled', new."id", NULL, true);
	END IF;
	RETURN NULL;
END $$;
