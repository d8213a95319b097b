-- phase: expand
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"object_id" uuid,
	"business_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"attempted_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"status" integer,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"business_id" uuid,
	"for_platform" boolean NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"old_secret" "bytea",
	"old_secret_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"off_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "webhooks_off_reason_check" CHECK ("webhooks"."off_reason" in ('person', 'gone', 'failing'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE "webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_leased_idx" ON "webhook_deliveries" USING btree ("webhook_id") WHERE "webhook_deliveries"."leased_until" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log_idx" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_idx" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_business_idx" ON "webhooks" USING btree ("business_id");--> statement-breakpoint
-- Writes an event in the transaction of its change, where a webhook that is on wants it.
CREATE FUNCTION add_webhook_event(kind text, object uuid, business uuid, platform boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.webhook_events ("type", "object_id", "business_id", "for_platform", "at")
		SELECT kind, object, business, platform, clock_timestamp() WHERE EXISTS (
			SELECT FROM public.webhooks AS w WHERE w."disabled_at" IS NULL AND kind = ANY (w."events")
				AND CASE WHEN w."business_id" IS NULL THEN platform ELSE w."business_id" = business END);
END $$;
--> statement-breakpoint
CREATE FUNCTION add_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN PERFORM public.add_webhook_event('order.placed', new."id", NULL, true); END IF;
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
CREATE TRIGGER orders_webhook_events AFTER INSERT OR UPDATE OF "status", "payment_status" ON "orders" FOR EACH ROW EXECUTE FUNCTION add_order_event();
--> statement-breakpoint
CREATE FUNCTION add_seller_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new."is_shown" AND (TG_OP = 'INSERT' OR NOT old."is_shown") THEN
		PERFORM public.add_webhook_event('order.placed', new."order_id", new."business_id", false);
	END IF;
	IF new."is_shown" AND new."status" = 'cancelled' AND (TG_OP = 'INSERT' OR old."status" <> 'cancelled') THEN
		PERFORM public.add_webhook_event('order.canceled', new."order_id", new."business_id", false);
	END IF;
	IF TG_OP = 'UPDATE' AND new."status" IN ('shipped', 'delivered') AND old."status" NOT IN ('shipped', 'delivered') AND NOT EXISTS (
		SELECT FROM public.shipments AS s WHERE s."order_id" = new."order_id" AND s."business_id" = new."business_id"
	) THEN -- services only: it has no parcel
		PERFORM public.add_webhook_event('seller_order.shipped', new."order_id", new."business_id", true);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seller_orders_webhook_events AFTER INSERT OR UPDATE OF "status", "is_shown" ON "seller_orders" FOR EACH ROW EXECUTE FUNCTION add_seller_order_event();
--> statement-breakpoint
CREATE FUNCTION add_shipment_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM public.add_webhook_event('seller_order.shipped', new."order_id", new."business_id", true);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shipments_webhook_events AFTER INSERT ON "shipments" FOR EACH ROW EXECUTE FUNCTION add_shipment_event();
--> statement-breakpoint
CREATE FUNCTION add_return_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' OR new."status" <> old."status" THEN
		PERFORM public.add_webhook_event('return.updated', new."id", new."business_id", true);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER returns_webhook_events AFTER INSERT OR UPDATE OF "status" ON "returns" FOR EACH ROW EXECUTE FUNCTION add_return_event();
--> statement-breakpoint
CREATE FUNCTION add_payout_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' OR new."status" <> old."status" THEN
		PERFORM public.add_webhook_event('payout.updated', new."id", new."business_id", true);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payouts_webhook_events AFTER INSERT OR UPDATE OF "status" ON "payouts" FOR EACH ROW EXECUTE FUNCTION add_payout_event();
--> statement-breakpoint
CREATE FUNCTION add_product_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM public.add_webhook_event(TG_ARGV[0], new."id", new."business_id", true);
	IF TG_OP = 'UPDATE' AND new."business_id" <> old."business_id" THEN -- to the seller before: it is gone
		PERFORM public.add_webhook_event(TG_ARGV[0], new."id", old."business_id", false);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_webhook_added AFTER INSERT ON "products" FOR EACH ROW EXECUTE FUNCTION add_product_event('product.changed');
--> statement-breakpoint
-- The stamp changes with what the public sees, the version of the last edit with every edit.
CREATE TRIGGER products_webhook_changed AFTER UPDATE ON "products" FOR EACH ROW
	WHEN (new."stamp" <> old."stamp" OR coalesce(new."edited_version", new."version") <> coalesce(old."edited_version", old."version"))
	EXECUTE FUNCTION add_product_event('product.changed');
--> statement-breakpoint
CREATE TRIGGER products_webhook_stock AFTER UPDATE OF "stock" ON "products" FOR EACH ROW WHEN (new."stock" <> old."stock") EXECUTE FUNCTION add_product_event('stock.changed');
