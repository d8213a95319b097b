-- phase: expand
-- Products that name a new one are linked to it only where they lack this link: many products of one name would read all of their parts each time.
-- Without sequential scans: a plan that was made while the shop had few products would read all of them for each new one.
CREATE OR REPLACE FUNCTION fit_product() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO off AS $$
DECLARE
	names text[] := public.fitted_machines(new."specifications");
	former text[] := '{}';
	naming uuid[];
BEGIN
	IF tg_op = 'UPDATE' THEN former := public.fitted_machines(old."specifications"); END IF;
	IF names <> former THEN
		DELETE FROM public.product_fits WHERE "product_id" = new."id" AND "label" = ANY (former) AND "label" <> ALL (names);
		PERFORM public.link_fits(ARRAY[new."id"]);
	END IF;
	IF tg_op = 'INSERT' OR lower(new."name") <> lower(old."name") THEN
		SELECT array_agg(p."id") INTO naming FROM public.products AS p
			WHERE public.fitted_machines(p."specifications") @> ARRAY[lower(new."name")] AND public.fitted_machines(p."specifications") <> '{}' AND p."id" <> new."id"
				AND NOT EXISTS (SELECT FROM public.product_fits AS f WHERE f."product_id" = p."id" AND f."label" = lower(new."name"));
		IF naming IS NOT NULL THEN PERFORM public.link_fits(naming); END IF;
	END IF;
	RETURN NULL;
END $$;
