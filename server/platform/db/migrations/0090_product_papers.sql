-- phase: expand
CREATE TABLE "paper_copies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"paper_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "paper_copies_once" UNIQUE("order_id","paper_id")
);
--> statement-breakpoint
CREATE TABLE "product_papers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"revision" text DEFAULT '' NOT NULL,
	"law" text DEFAULT '' NOT NULL,
	"valid_to" date,
	"file_name" text NOT NULL,
	"file" text NOT NULL,
	"bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"superseded_at" timestamp with time zone,
	CONSTRAINT "product_papers_file_unique" UNIQUE("file"),
	CONSTRAINT "product_papers_kind_check" CHECK ("product_papers"."kind" in ('manual', 'safety', 'declaration', 'parts', 'data_sheet', 'packaging', 'proof', 'other'))
);
--> statement-breakpoint
ALTER TABLE "paper_copies" ADD CONSTRAINT "paper_copies_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_copies" ADD CONSTRAINT "paper_copies_paper_id_product_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."product_papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_papers" ADD CONSTRAINT "product_papers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_copies_open_idx" ON "paper_copies" USING btree ("business_id","due_at") WHERE "paper_copies"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "product_papers_current_key" ON "product_papers" USING btree ("product_id","kind","language") WHERE "product_papers"."superseded_at" is null;
--> statement-breakpoint
-- Papers of a product that was sold never change; a newer revision supersedes one, once.
CREATE FUNCTION guard_product_paper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM public.order_lines AS l WHERE l."product_id" = old."product_id")
		AND (TG_OP = 'DELETE' OR old."superseded_at" IS NOT NULL OR new."superseded_at" IS NULL
			OR to_jsonb(new) - 'superseded_at' <> to_jsonb(old) - 'superseded_at') THEN
		RAISE EXCEPTION 'a paper of a sold product never changes' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN CASE TG_OP WHEN 'DELETE' THEN old ELSE new END;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_papers_guard BEFORE UPDATE OR DELETE ON "product_papers" FOR EACH ROW EXECUTE FUNCTION guard_product_paper();
--> statement-breakpoint
-- The public sees the papers of a product on its page: they renew its stamp, and so the revision of the catalog.
CREATE FUNCTION stamp_product_of_paper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.products SET "stamp" = gen_random_uuid() WHERE "id" = CASE TG_OP WHEN 'DELETE' THEN old."product_id" ELSE new."product_id" END;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_papers_stamp AFTER INSERT OR UPDATE OR DELETE ON "product_papers" FOR EACH ROW EXECUTE FUNCTION stamp_product_of_paper();
