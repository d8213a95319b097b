-- phase: expand
CREATE TABLE "markets" (
	"country" text PRIMARY KEY NOT NULL,
	"is_open" boolean NOT NULL,
	"price_display" text NOT NULL,
	"sells_to_consumers" boolean DEFAULT true NOT NULL,
	"legal" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "markets_price_display_check" CHECK ("markets"."price_display" in ('net', 'gross')),
	CONSTRAINT "markets_legal_check" CHECK ("markets"."legal" in ('eu', 'us', 'other'))
);
--> statement-breakpoint
-- A shop that has accounts sells to every country that its address form offers; a new one is filled by the start.
INSERT INTO "markets" ("country", "is_open", "price_display", "legal", "position")
	SELECT "country", true,
		CASE WHEN "country" = ANY ("eu") THEN 'gross' ELSE 'net' END,
		CASE WHEN "country" = ANY ("eu") THEN 'eu' WHEN "country" = 'US' THEN 'us' ELSE 'other' END,
		"position" - 1
	FROM unnest(ARRAY['US', 'AU', 'AT', 'BE', 'BG', 'CA', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IS', 'IE', 'IT', 'JP', 'LV', 'LI', 'LT', 'LU', 'MT', 'MX', 'NL', 'NZ', 'NO', 'PL', 'PT', 'RO', 'SG', 'SK', 'SI', 'ES', 'SE', 'CH', 'AE', 'GB'])
		WITH ORDINALITY AS list ("country", "position"),
		(SELECT ARRAY['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'] AS "eu") AS members
	WHERE EXISTS (SELECT FROM "users");
--> statement-breakpoint
-- Prices that are shown depend on all of these: answers of every server from before a change are outdated.
CREATE CONSTRAINT TRIGGER markets_revision AFTER INSERT OR UPDATE OR DELETE ON "markets"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER tax_rules_revision AFTER INSERT OR UPDATE OR DELETE ON "tax_rules"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER tax_registrations_revision AFTER INSERT OR UPDATE OR DELETE ON "tax_registrations"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER shipping_zones_revision AFTER INSERT OR UPDATE OR DELETE ON "shipping_zones"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER shipping_rates_revision AFTER INSERT OR UPDATE OR DELETE ON "shipping_rates"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
