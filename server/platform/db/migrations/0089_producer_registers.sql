-- phase: expand
CREATE TABLE "producer_registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"country" text NOT NULL,
	"stream" text NOT NULL,
	"number" text NOT NULL,
	"scheme" text DEFAULT '' NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"certified_by" text NOT NULL,
	"certified_at" timestamp with time zone NOT NULL,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	"checked_how" text,
	"checked_on" date,
	"checked_by" text,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "producer_registrations_key" UNIQUE("business_id","country","stream"),
	CONSTRAINT "producer_registrations_stream_check" CHECK ("producer_registrations"."stream" in ('packaging', 'electrical')),
	CONSTRAINT "producer_registrations_days_check" CHECK ("producer_registrations"."valid_to" >= "producer_registrations"."valid_from")
);
--> statement-breakpoint
ALTER TABLE "producer_registrations" ADD CONSTRAINT "producer_registrations_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "producer_registrations_country_idx" ON "producer_registrations" USING btree ("country");--> statement-breakpoint
CREATE CONSTRAINT TRIGGER producer_registrations_revision AFTER INSERT OR UPDATE OR DELETE ON "producer_registrations"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
-- A shop that sells already asks its sellers before it requires anything: nothing stops with this version. A new shop has no businesses yet.
INSERT INTO "settings" ("name", "value", "version")
	SELECT 'registers', '{"modes": [{"country": "DE", "stream": "packaging", "mode": "ask"}, {"country": "DE", "stream": "electrical", "mode": "ask"}, {"country": "FR", "stream": "packaging", "mode": "ask"}, {"country": "FR", "stream": "electrical", "mode": "ask"}]}'::jsonb, 2
	WHERE EXISTS (SELECT FROM "businesses");
--> statement-breakpoint
SELECT watch_columns();
