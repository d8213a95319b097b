-- phase: expand
-- A product is in stock when its stock reaches the smallest order: the last units below the minimum are not sold.
CREATE OR REPLACE FUNCTION set_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' OR new."business_id" IS DISTINCT FROM old."business_id" THEN
		PERFORM FROM public.businesses b WHERE b."id" = new."business_id" FOR SHARE;
	END IF;
	new."is_public" := new."status" = 'Active' AND public.may_sell(new."business_id");
	new."in_stock" := new."stock" >= new."min_quantity";
	new."shop_place" := coalesce(public.shop_place(new."type", new."category_id"), 0);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_listing BEFORE INSERT OR UPDATE OF "status", "business_id", "type", "category_id", "is_public", "in_stock", "shop_place", "min_quantity"
	ON "products" FOR EACH ROW EXECUTE FUNCTION set_listing();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_stock BEFORE UPDATE OF "stock" ON "products" FOR EACH ROW
	WHEN ((new."stock" >= new."min_quantity") IS DISTINCT FROM old."in_stock") EXECUTE FUNCTION set_listing();
