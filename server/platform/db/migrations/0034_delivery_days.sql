-- phase: expand
CREATE TABLE "delivery_days" (
	"business_id" uuid NOT NULL,
	"day" date NOT NULL,
	"deliveries" integer NOT NULL,
	"on_time" integer NOT NULL,
	CONSTRAINT "delivery_days_business_id_day_pk" PRIMARY KEY("business_id","day")
);
--> statement-breakpoint
ALTER TABLE "delivery_days" ADD CONSTRAINT "delivery_days_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Adds a delivery to its day, or takes it away: 1 or -1.
CREATE FUNCTION count_delivery(delivery seller_orders, change integer) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.delivery_days AS d ("business_id", "day", "deliveries", "on_time")
		SELECT delivery.business_id, at.day, change, CASE WHEN at.day <= coalesce(delivery.estimated_delivery, o."estimated_delivery") THEN change ELSE 0 END
		FROM public.orders o, (SELECT (delivery.updated_at AT TIME ZONE 'UTC')::date AS day) AS at WHERE o."id" = delivery.order_id
		ON CONFLICT ("business_id", "day") DO UPDATE SET "deliveries" = d."deliveries" + excluded."deliveries", "on_time" = d."on_time" + excluded."on_time"
$$;
--> statement-breakpoint
CREATE FUNCTION count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' AND old."status" = 'delivered' THEN
		PERFORM public.count_delivery(old, -1);
	END IF;
	IF tg_op <> 'DELETE' AND new."status" = 'delivered' THEN
		PERFORM public.count_delivery(new, 1);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seller_orders_deliveries_added AFTER INSERT ON "seller_orders" FOR EACH ROW
	WHEN (new."status" = 'delivered') EXECUTE FUNCTION count_deliveries();
--> statement-breakpoint
CREATE TRIGGER seller_orders_deliveries_changed AFTER UPDATE OF "status", "updated_at", "estimated_delivery", "business_id", "order_id" ON "seller_orders" FOR EACH ROW
	WHEN ((old."status" = 'delivered' OR new."status" = 'delivered') AND (old."status", old."updated_at", old."estimated_delivery", old."business_id", old."order_id")
		IS DISTINCT FROM (new."status", new."updated_at", new."estimated_delivery", new."business_id", new."order_id"))
	EXECUTE FUNCTION count_deliveries();
--> statement-breakpoint
CREATE TRIGGER seller_orders_deliveries_removed AFTER DELETE ON "seller_orders" FOR EACH ROW
	WHEN (old."status" = 'delivered') EXECUTE FUNCTION count_deliveries();
--> statement-breakpoint
-- The triggers above have locked the table against writes until the commit: none is counted twice.
INSERT INTO "delivery_days" ("business_id", "day", "deliveries", "on_time")
	SELECT s."business_id", (s."updated_at" AT TIME ZONE 'UTC')::date, count(*),
		count(*) FILTER (WHERE (s."updated_at" AT TIME ZONE 'UTC')::date <= coalesce(s."estimated_delivery", o."estimated_delivery"))
	FROM "seller_orders" s JOIN "orders" o ON o."id" = s."order_id" WHERE s."status" = 'delivered' GROUP BY 1, 2;
