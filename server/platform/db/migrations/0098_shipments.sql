-- phase: expand
CREATE TABLE "shipment_lines" (
	"shipment_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "shipment_lines_shipment_id_line_id_pk" PRIMARY KEY("shipment_id","line_id"),
	CONSTRAINT "shipment_lines_quantity_check" CHECK ("shipment_lines"."quantity" >= 1)
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"shipped_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "shipments_number_once" UNIQUE("order_id","business_id","number"),
	CONSTRAINT "shipments_number_check" CHECK ("shipments"."number" >= 1)
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "shipped" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "withdrawn" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_part_fk" FOREIGN KEY ("order_id","business_id") REFERENCES "public"."seller_orders"("order_id","business_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "shipment_lines_line_idx" ON "shipment_lines" USING btree ("line_id");
--> statement-breakpoint
CREATE INDEX "shipments_tracking_idx" ON "shipments" USING gin (plain_code("tracking_number") gin_trgm_ops) WHERE "shipments"."tracking_number" is not null;
--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_units_check" CHECK ("order_lines"."shipped" >= 0 and "order_lines"."withdrawn" >= 0 and "order_lines"."shipped" + "order_lines"."withdrawn" <= "order_lines"."quantity") NOT VALID;
--> statement-breakpoint
-- Adds up the units in parcels; a check on the line refuses more than were ordered.
CREATE FUNCTION count_shipped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.order_lines l SET "shipped" = l."shipped" + a.units
		FROM (SELECT "line_id", sum("quantity") AS units FROM added GROUP BY "line_id") AS a WHERE l."id" = a."line_id";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shipment_lines_counted AFTER INSERT ON "shipment_lines" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION count_shipped();
--> statement-breakpoint
-- Adds up the units that will not be shipped: those of a return that is settled when it is opened, since nothing is sent back.
CREATE FUNCTION count_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.order_lines l SET "withdrawn" = l."withdrawn" + a.units
		FROM (SELECT n."line_id", sum(n."quantity") AS units FROM added n JOIN public.returns r ON r."id" = n."return_id"
			WHERE r."status" = 'refunded' AND (r."withdrawal_id" IS NOT NULL OR r."reason" = 'canceled') GROUP BY n."line_id") AS a
		WHERE l."id" = a."line_id";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER return_lines_counted AFTER INSERT ON "return_lines" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION count_withdrawn();
--> statement-breakpoint
-- Puts what is left of the seller orders that have shipped into a parcel each.
CREATE FUNCTION ship_rest(order_ids uuid[]) RETURNS void LANGUAGE sql AS $$
	WITH units AS (
		SELECT l."id", l."order_id", l."business_id", l."quantity" - l."withdrawn" - l."shipped" AS units
			FROM public.order_lines l JOIN public.seller_orders s ON s."order_id" = l."order_id" AND s."business_id" = l."business_id"
			WHERE s."order_id" = ANY (order_ids) AND s."status" IN ('shipped', 'delivered') AND l."kind" <> 'service'
				AND l."quantity" > l."withdrawn" + l."shipped"
	), parcels AS (
		INSERT INTO public.shipments ("order_id", "business_id", "number", "carrier", "tracking_number", "shipped_at", "delivered_at")
			SELECT s."order_id", s."business_id",
				(SELECT coalesce(max(n."number"), 0) + 1 FROM public.shipments n WHERE n."order_id" = s."order_id" AND n."business_id" = s."business_id"),
				s."carrier", s."tracking_number", coalesce(s."shipped_at", s."delivered_at", s."updated_at"),
				CASE WHEN s."status" = 'delivered' THEN coalesce(s."delivered_at", s."updated_at") END
			FROM public.seller_orders s WHERE (s."order_id", s."business_id") IN (SELECT u."order_id", u."business_id" FROM units u)
			RETURNING "id", "order_id", "business_id"
	)
	INSERT INTO public.shipment_lines ("shipment_id", "line_id", "quantity")
		SELECT p."id", u."id", u.units FROM parcels p JOIN units u ON u."order_id" = p."order_id" AND u."business_id" = p."business_id"
$$;
--> statement-breakpoint
-- Follows a seller order that a server of the version before moves, whose parcels this version has written before.
CREATE FUNCTION carry_seller_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new."status" = 'cancelled' AND EXISTS (
		SELECT 1 FROM public.shipments s WHERE s."order_id" = new."order_id" AND s."business_id" = new."business_id"
	) THEN
		RAISE EXCEPTION 'Something of this seller order has shipped' USING ERRCODE = 'check_violation';
	ELSIF new."status" IN ('shipped', 'delivered') AND old."status" NOT IN ('shipped', 'delivered') THEN
		PERFORM public.ship_rest(ARRAY[new."order_id"]);
	ELSIF new."status" = 'shipped' AND (new."carrier", new."tracking_number") IS DISTINCT FROM (old."carrier", old."tracking_number") THEN
		UPDATE public.shipments s SET "carrier" = new."carrier", "tracking_number" = new."tracking_number"
			WHERE s."order_id" = new."order_id" AND s."business_id" = new."business_id"
				AND s."number" = (SELECT max(n."number") FROM public.shipments n WHERE n."order_id" = new."order_id" AND n."business_id" = new."business_id");
	END IF;
	IF new."status" = 'delivered' THEN
		UPDATE public.shipments s SET "delivered_at" = coalesce(new."delivered_at", new."updated_at")
			WHERE s."order_id" = new."order_id" AND s."business_id" = new."business_id" AND s."delivered_at" IS NULL;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Its name comes before that of the trigger that counts deliveries, which reads the days of the parcels.
CREATE TRIGGER seller_orders_carried AFTER UPDATE OF "status", "carrier", "tracking_number" ON "seller_orders" FOR EACH ROW
	WHEN (new."status" IN ('shipped', 'delivered', 'cancelled') AND (old."status", old."carrier", old."tracking_number")
		IS DISTINCT FROM (new."status", new."carrier", new."tracking_number"))
	EXECUTE FUNCTION carry_seller_order();
--> statement-breakpoint
-- Deliveries, and those in time: each promised line counts by the day on which the last of its parcels arrived; that of a seller order in one parcel, or of none, is its own.
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
		FROM public.order_lines l WHERE l."order_id" = delivery.order_id AND l."business_id" = delivery.business_id
	) AS promised
	WHERE o."id" = delivery.order_id
$$;
