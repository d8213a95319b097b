-- phase: expand
ALTER TABLE "products" ADD COLUMN "is_custom" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "recalled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "recall_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "is_custom" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A recalled product leaves the lists and cannot be sold; its page stays, with the recall.
CREATE OR REPLACE FUNCTION set_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' OR new."business_id" IS DISTINCT FROM old."business_id" THEN
		PERFORM FROM public.businesses b WHERE b."id" = new."business_id" FOR SHARE;
	END IF;
	new."is_public" := new."status" = 'Active' AND new."recalled_at" IS NULL AND public.may_sell(new."business_id");
	new."in_stock" := new."stock" >= new."min_quantity";
	new."shop_place" := coalesce(public.shop_place(new."type", new."category_id"), 0);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_recall BEFORE UPDATE OF "recalled_at" ON "products" FOR EACH ROW EXECUTE FUNCTION set_listing();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER products_safety_revision AFTER UPDATE OF "is_custom", "recalled_at", "recall_text" ON "products"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
CREATE TRIGGER products_safety_stamp BEFORE UPDATE OF "is_custom", "recalled_at", "recall_text" ON "products" FOR EACH ROW EXECUTE FUNCTION set_stamp();
--> statement-breakpoint
-- The business's contact is that of its products which name no maker.
CREATE TRIGGER businesses_contact_stamp BEFORE UPDATE OF "email", "address", "postal_code" ON "businesses" FOR EACH ROW EXECUTE FUNCTION set_stamp();
