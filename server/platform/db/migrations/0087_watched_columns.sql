-- phase: expand
-- Makes the triggers that renew the stamp of a row: on all columns of its table but those that do not matter here. A list of columns costs the updates of others nothing,
-- such as an order's of the stock; a comparison of rows would cost them half of their time. Each migration ends with this, so that a new column counts by default.
CREATE FUNCTION watch_columns() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	watched record;
BEGIN
	FOR watched IN
		SELECT w.name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns, string_agg(a.attnum::text, ' ' ORDER BY a.attnum) AS numbers
		FROM (VALUES
			-- what an order changes, and what follows from columns that count
			('products', ARRAY['stock', 'version', 'edited_version', 'is_public', 'in_stock', 'shop_place', 'stamp']),
			-- what staff and jobs write about a seller
			('businesses', ARRAY['version', 'updated_at', 'stamp', 'payouts_held_until', 'payouts_held_reason', 'trader_asked_at', 'trader_reminded_at']),
			('categories', ARRAY['version', 'retype_after', 'stamp'])
		) AS w (name, others)
		JOIN pg_attribute AS a ON a.attrelid = ('public.' || w.name)::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (w.others)
		GROUP BY w.name
	LOOP
		CONTINUE WHEN EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgrelid = ('public.' || watched.name)::regclass
			AND t.tgname = watched.name || '_stamp' AND t.tgattr::text = watched.numbers);
		EXECUTE format('CREATE OR REPLACE TRIGGER %1$s_stamp BEFORE UPDATE OF %2$s ON public.%1$s FOR EACH ROW EXECUTE FUNCTION public.set_stamp()',
			watched.name, watched.columns);
	END LOOP;
END $$;
--> statement-breakpoint
-- One trigger for the stamp, one for the revision, instead of four each: they do the same for the version before.
DO $$
DECLARE
	kind text;
BEGIN
	FOREACH kind IN ARRAY ARRAY['facts', 'safety', 'sale'] LOOP
		EXECUTE format('DROP TRIGGER products_%1$s_stamp ON public.products; DROP TRIGGER products_%1$s_revision ON public.products', kind);
	END LOOP;
	DROP TRIGGER businesses_contact_stamp ON public.businesses;
	DROP TRIGGER products_revision ON public.products;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER products_revision AFTER INSERT OR DELETE ON "products"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
-- The public sees what renews the stamp; of the stock the application tells, outside of the orders' transactions.
CREATE CONSTRAINT TRIGGER products_changed_revision AFTER UPDATE ON "products"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old."stamp" <> new."stamp") EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
SELECT watch_columns();
