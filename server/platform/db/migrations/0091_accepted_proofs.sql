-- phase: expand
ALTER TABLE "product_papers" ADD COLUMN "accepted_at" timestamp with time zone;
--> statement-breakpoint
-- As before, but staff may accept a paper of a sold product as a proof, and take that back.
CREATE OR REPLACE FUNCTION guard_product_paper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM public.order_lines AS l WHERE l."product_id" = old."product_id")
		AND (TG_OP = 'DELETE' OR (old."superseded_at" IS NOT NULL AND new."superseded_at" IS DISTINCT FROM old."superseded_at")
			OR to_jsonb(new) - 'superseded_at' - 'accepted_at' <> to_jsonb(old) - 'superseded_at' - 'accepted_at') THEN
		RAISE EXCEPTION 'a paper of a sold product never changes' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN CASE TG_OP WHEN 'DELETE' THEN old ELSE new END;
END $$;
