-- phase: expand
CREATE TABLE "exchange_rates" (
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"per_eur" numeric(18, 6) NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "exchange_rates_day_currency_pk" PRIMARY KEY("day","currency"),
	CONSTRAINT "exchange_rates_per_eur_check" CHECK ("exchange_rates"."per_eur" > 0)
);
--> statement-breakpoint
CREATE TABLE "tax_exemptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"country" text DEFAULT 'US' NOT NULL,
	"states" text[] NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"file" text NOT NULL,
	"valid_to" date,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"reviewer_id" uuid,
	"reviewed_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tax_exemptions_file_unique" UNIQUE("file"),
	CONSTRAINT "tax_exemptions_kind_check" CHECK ("tax_exemptions"."kind" in ('resale', 'manufacturing', 'government', 'nonprofit', 'other')),
	CONSTRAINT "tax_exemptions_status_check" CHECK ("tax_exemptions"."status" in ('waiting', 'accepted', 'refused', 'expired')),
	CONSTRAINT "tax_exemptions_states_check" CHECK (cardinality("tax_exemptions"."states") > 0)
);
--> statement-breakpoint
CREATE TABLE "tax_registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid,
	"country" text NOT NULL,
	"state" text,
	"scheme" text NOT NULL,
	"number" text NOT NULL,
	"is_below_threshold" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tax_registrations_scheme_check" CHECK ("tax_registrations"."scheme" in ('domestic', 'oss', 'ioss', 'sales_tax')),
	CONSTRAINT "tax_registrations_days_check" CHECK ("tax_registrations"."valid_to" >= "tax_registrations"."valid_from")
);
--> statement-breakpoint
CREATE TABLE "tax_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"country" text NOT NULL,
	"state" text,
	"postcode_from" text,
	"postcode_to" text,
	"tax_class" text DEFAULT 'standard' NOT NULL,
	"rate" integer NOT NULL,
	"ships_taxed" boolean DEFAULT true NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"source" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tax_rules_class_check" CHECK ("tax_rules"."tax_class" in ('standard', 'reduced', 'zero')),
	CONSTRAINT "tax_rules_rate_check" CHECK ("tax_rules"."rate" between 0 and 1000000),
	CONSTRAINT "tax_rules_postcode_check" CHECK (num_nulls("tax_rules"."postcode_from", "tax_rules"."postcode_to") in (0, 2)),
	CONSTRAINT "tax_rules_days_check" CHECK ("tax_rules"."valid_to" >= "tax_rules"."valid_from")
);
--> statement-breakpoint
CREATE TABLE "vat_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vat_id" text NOT NULL,
	"status" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"consultation" text DEFAULT '' NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"source" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"confirmed_by" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_failed_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vat_checks_vat_id_unique" UNIQUE("vat_id"),
	CONSTRAINT "vat_checks_status_check" CHECK ("vat_checks"."status" in ('valid', 'invalid', 'unavailable')),
	CONSTRAINT "vat_checks_source_check" CHECK ("vat_checks"."source" in ('vies', 'staff'))
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "vat_scheme" text DEFAULT 'regular' NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "vat_id" text;--> statement-breakpoint
ALTER TABLE "tax_exemptions" ADD CONSTRAINT "tax_exemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_exemptions" ADD CONSTRAINT "tax_exemptions_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_registrations" ADD CONSTRAINT "tax_registrations_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vat_checks" ADD CONSTRAINT "vat_checks_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tax_exemptions_user_idx" ON "tax_exemptions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "tax_exemptions_status_idx" ON "tax_exemptions" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "tax_registrations_business_idx" ON "tax_registrations" USING btree ("business_id","country");--> statement-breakpoint
CREATE INDEX "tax_rules_place_idx" ON "tax_rules" USING btree ("country","state","valid_from");--> statement-breakpoint
CREATE INDEX "vat_checks_next_idx" ON "vat_checks" USING btree ("next_check_at") WHERE "vat_checks"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "vat_checks_created_idx" ON "vat_checks" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_vat_scheme_check" CHECK ("businesses"."vat_scheme" in ('regular', 'small_business')) NOT VALID;
--> statement-breakpoint
-- One place as the range of a hash of itself: equal places overlap, and ranges need no extension.
ALTER TABLE "tax_rules" ADD CONSTRAINT "tax_rules_overlap" EXCLUDE USING gist (
	int8range(hashtextextended("country" || '/' || coalesce("state", '') || '/' || coalesce("postcode_from", '') || '/' || coalesce("postcode_to", '') || '/' || "tax_class", 0) / 2, hashtextextended("country" || '/' || coalesce("state", '') || '/' || coalesce("postcode_from", '') || '/' || coalesce("postcode_to", '') || '/' || "tax_class", 0) / 2, '[]') WITH &&,
	daterange("valid_from", "valid_to", '[]') WITH &&
);
--> statement-breakpoint
ALTER TABLE "tax_registrations" ADD CONSTRAINT "tax_registrations_overlap" EXCLUDE USING gist (
	int8range(hashtextextended(coalesce("business_id"::text, '') || '/' || "scheme" || '/' || "country" || '/' || coalesce("state", ''), 0) / 2, hashtextextended(coalesce("business_id"::text, '') || '/' || "scheme" || '/' || "country" || '/' || coalesce("state", ''), 0) / 2, '[]') WITH &&,
	daterange("valid_from", "valid_to", '[]') WITH &&
);
