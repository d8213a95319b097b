-- phase: expand
-- An offer loses the VAT ID of a buyer who is forgotten, unless it became an order; nothing else of it ever changes.
CREATE OR REPLACE FUNCTION refuse_quote_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF to_jsonb(new) = jsonb_set(to_jsonb(old), '{content,buyer,vatId}', '""')
			AND EXISTS (SELECT FROM public.quotes AS q WHERE q."id" = old."quote_id" AND q."order_id" IS NULL AND q."buyer_email" = '') THEN
			RETURN new;
		END IF;
	END IF;
	RAISE EXCEPTION 'a version of a quote never changes' USING ERRCODE = 'restrict_violation';
END $$;
