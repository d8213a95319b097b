-- phase: expand
ALTER TABLE "products" ADD COLUMN "change_number" bigint;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "former_businesses" uuid[];
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "change_number" bigint;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "change_number" bigint;
--> statement-breakpoint
-- Numbers of the transactions that changed a row last, by which lists are read by changes. A sale changes no product in an index: its movement has the number.
CREATE FUNCTION number_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new."change_number" := pg_current_xact_id()::text::bigint;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_movements_numbered BEFORE INSERT ON "stock_movements" FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE TRIGGER products_numbered_added BEFORE INSERT ON "products" FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
-- It runs after `products_stamp`, which renews the stamp: triggers run in the order of their names.
CREATE TRIGGER products_stamped BEFORE UPDATE ON "products" FOR EACH ROW WHEN (old."stamp" IS DISTINCT FROM new."stamp") EXECUTE FUNCTION number_change();
--> statement-breakpoint
CREATE FUNCTION note_former_business() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new."former_businesses" := array_append(array_remove(old."former_businesses", old."business_id"), old."business_id");
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_moved BEFORE UPDATE OF "business_id" ON "products" FOR EACH ROW WHEN (old."business_id" <> new."business_id")
	EXECUTE FUNCTION note_former_business();
--> statement-breakpoint
CREATE TRIGGER orders_numbered BEFORE INSERT OR UPDATE ON "orders" FOR EACH ROW EXECUTE FUNCTION number_change();
--> statement-breakpoint
-- What lists of orders show of other tables. Placing an order fires none of these.
CREATE FUNCTION number_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.orders o SET "change_number" = NULL WHERE o."id" = new."order_id" AND o."change_number" IS DISTINCT FROM pg_current_xact_id()::text::bigint;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seller_orders_numbered AFTER UPDATE ON "seller_orders" FOR EACH ROW EXECUTE FUNCTION number_order();
--> statement-breakpoint
CREATE TRIGGER order_lines_numbered AFTER UPDATE ON "order_lines" FOR EACH ROW EXECUTE FUNCTION number_order();
--> statement-breakpoint
CREATE TRIGGER shipments_numbered AFTER INSERT OR UPDATE ON "shipments" FOR EACH ROW EXECUTE FUNCTION number_order();
--> statement-breakpoint
CREATE TRIGGER disputes_numbered AFTER INSERT OR UPDATE ON "disputes" FOR EACH ROW EXECUTE FUNCTION number_order();
