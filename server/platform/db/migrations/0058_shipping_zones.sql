-- phase: expand
CREATE TABLE "shipping_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"zone_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"class" text NOT NULL,
	"method" text NOT NULL,
	"min_grams" integer NOT NULL,
	"max_grams" integer,
	"price_usd_cents" bigint,
	"price_eur_cents" bigint,
	"per_kg_usd_cents" bigint DEFAULT 0 NOT NULL,
	"per_kg_eur_cents" bigint DEFAULT 0 NOT NULL,
	"free_from_usd_cents" bigint,
	"free_from_eur_cents" bigint,
	"volume_divisor" integer,
	"max_unit_grams" integer,
	"max_longest_mm" integer,
	"max_girth_mm" integer,
	"min_days" integer NOT NULL,
	"max_days" integer NOT NULL,
	"carrier" text,
	"extras" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "shipping_rates_class_check" CHECK ("shipping_rates"."class" in ('parcel', 'freight')),
	CONSTRAINT "shipping_rates_method_check" CHECK ("shipping_rates"."method" in ('standard', 'express', 'overnight')),
	CONSTRAINT "shipping_rates_band_check" CHECK ("shipping_rates"."min_grams" >= 0 and ("shipping_rates"."max_grams" is null or "shipping_rates"."max_grams" > "shipping_rates"."min_grams")),
	CONSTRAINT "shipping_rates_days_check" CHECK ("shipping_rates"."min_days" between 0 and "shipping_rates"."max_days"),
	CONSTRAINT "shipping_rates_price_check" CHECK (num_nulls("shipping_rates"."price_usd_cents", "shipping_rates"."price_eur_cents") in (0, 2) and num_nulls("shipping_rates"."free_from_usd_cents", "shipping_rates"."free_from_eur_cents") in (0, 2)
        and least("shipping_rates"."price_usd_cents", "shipping_rates"."price_eur_cents", "shipping_rates"."per_kg_usd_cents", "shipping_rates"."per_kg_eur_cents", "shipping_rates"."free_from_usd_cents", "shipping_rates"."free_from_eur_cents") >= 0)
);
--> statement-breakpoint
CREATE TABLE "shipping_zone_areas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"zone_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"country" text NOT NULL,
	"state" text,
	"postcode_from" text,
	"postcode_to" text
);
--> statement-breakpoint
CREATE TABLE "shipping_zones" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid,
	"name" text NOT NULL,
	"dispatch_countries" text[] DEFAULT '{}'::text[] NOT NULL,
	"position" integer NOT NULL,
	"follows_settings" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "shipping_extras" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "dispatch" jsonb;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "includes_freight" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD CONSTRAINT "shipping_rates_zone_id_shipping_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."shipping_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_zone_areas" ADD CONSTRAINT "shipping_zone_areas_zone_id_shipping_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."shipping_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_zones" ADD CONSTRAINT "shipping_zones_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipping_rates_zone_idx" ON "shipping_rates" USING btree ("zone_id","position");--> statement-breakpoint
CREATE INDEX "shipping_zone_areas_zone_idx" ON "shipping_zone_areas" USING btree ("zone_id","position");--> statement-breakpoint
CREATE INDEX "shipping_zones_business_idx" ON "shipping_zones" USING btree ("business_id","position");--> statement-breakpoint
-- A shop that sells already, and is no demo, goes on with one row of rates for every country until a super admin switches.
INSERT INTO "settings" ("name", "value")
	SELECT 'basis', '{"rates": "legacy"}'::jsonb
	WHERE EXISTS (SELECT FROM "users") AND coalesce(
		(SELECT s."value" #>> '{}' FROM "settings" s WHERE s."name" = 'origin'),
		CASE WHEN EXISTS (SELECT FROM "users" WHERE lower("email") = 'super@reflute.test') AND NOT EXISTS (
			SELECT FROM "users" WHERE "role" IN ('super_admin', 'application_admin') AND lower("email") NOT LIKE '%@reflute.test'
		) THEN 'demo' ELSE 'shop' END
	) = 'shop'
	ON CONFLICT ("name") DO NOTHING;
