-- phase: expand
CREATE TABLE "product_prices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"usd_cents" bigint NOT NULL,
	"eur_cents" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "product_prices" VALIDATE CONSTRAINT "product_prices_product_id_products_id_fk";--> statement-breakpoint
CREATE INDEX "product_prices_product_idx" ON "product_prices" USING btree ("product_id","at");--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "regular_usd_cents" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "regular_eur_cents" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sale_usd_cents" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sale_eur_cents" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sale_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sale_to" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_sale_check" CHECK (num_nulls("products"."sale_usd_cents", "products"."sale_eur_cents") in (0, 2)) NOT VALID;--> statement-breakpoint
-- A server of the version before knows no sales: the price that it writes while one is on is the regular one. Ours changes another of these columns, too.
CREATE FUNCTION keep_regular_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (new."regular_usd_cents", new."regular_eur_cents", new."sale_usd_cents", new."sale_eur_cents")
		IS NOT DISTINCT FROM (old."regular_usd_cents", old."regular_eur_cents", old."sale_usd_cents", old."sale_eur_cents") THEN
		IF new."price_usd_cents" <> old."price_usd_cents" THEN new."regular_usd_cents" := new."price_usd_cents"; END IF;
		IF new."price_eur_cents" <> old."price_eur_cents" THEN new."regular_eur_cents" := new."price_eur_cents"; END IF;
		new."price_usd_cents" := old."price_usd_cents";
		new."price_eur_cents" := old."price_eur_cents";
	END IF;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_regular_price BEFORE UPDATE OF "price_usd_cents", "price_eur_cents" ON "products" FOR EACH ROW
	WHEN (new."regular_usd_cents" IS NOT NULL AND old."regular_usd_cents" IS NOT NULL) EXECUTE FUNCTION keep_regular_price();
--> statement-breakpoint
-- Records a change of the price in force, the first time with the price before. None for a new product: a restored one brings its prices along.
CREATE FUNCTION record_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.product_prices ("product_id", "usd_cents", "eur_cents", "at")
		SELECT old."id", old."price_usd_cents", old."price_eur_cents", old."created_at"
		WHERE NOT EXISTS (SELECT FROM public.product_prices p WHERE p."product_id" = old."id");
	INSERT INTO public.product_prices ("product_id", "usd_cents", "eur_cents", "at") VALUES (new."id", new."price_usd_cents", new."price_eur_cents",
		CASE WHEN new."regular_usd_cents" IS NULL THEN now() ELSE greatest(now(), new."sale_from") END);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_price AFTER UPDATE OF "price_usd_cents", "price_eur_cents" ON "products" FOR EACH ROW
	WHEN ((new."price_usd_cents", new."price_eur_cents") IS DISTINCT FROM (old."price_usd_cents", old."price_eur_cents")) EXECUTE FUNCTION record_price();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER products_sale_revision AFTER UPDATE OF "regular_usd_cents", "regular_eur_cents", "sale_usd_cents", "sale_eur_cents", "sale_from", "sale_to"
	ON "products" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
CREATE TRIGGER products_sale_stamp BEFORE UPDATE OF "regular_usd_cents", "regular_eur_cents", "sale_usd_cents", "sale_eur_cents", "sale_from", "sale_to"
	ON "products" FOR EACH ROW EXECUTE FUNCTION set_stamp();
