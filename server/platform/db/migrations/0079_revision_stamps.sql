-- phase: expand
ALTER TABLE "revisions" ADD COLUMN "stamp" uuid;--> statement-breakpoint
CREATE OR REPLACE FUNCTION raise_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	revision constant text := tg_argv[0];
	raised bigint;
BEGIN
	IF coalesce(current_setting('reflute.raised_' || revision, true), '') = '' THEN
		PERFORM set_config('reflute.raised_' || revision, 'yes', true);
		INSERT INTO public.revisions AS r ("name", "value", "stamp") VALUES (revision, 1, gen_random_uuid())
			ON CONFLICT ("name") DO UPDATE SET "value" = r."value" + 1, "stamp" = excluded."stamp" RETURNING r."value" INTO raised;
		PERFORM pg_notify('reflute_revisions', revision || ':' || raised);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER shipping_zone_areas_revision AFTER INSERT OR UPDATE OR DELETE ON "shipping_zone_areas"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
