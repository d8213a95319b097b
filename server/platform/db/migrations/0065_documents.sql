-- phase: expand
-- Documents that never change, and their numbers. Until the next release servers of the version before go on writing `invoices`: two triggers keep both tables equal.
CREATE TABLE "document_series" (
	"issuer_business_id" uuid,
	"kind" text NOT NULL,
	"prefix" text PRIMARY KEY NOT NULL,
	"next" integer DEFAULT 1 NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "document_series_key" UNIQUE NULLS NOT DISTINCT("issuer_business_id","kind"),
	CONSTRAINT "document_series_kind_check" CHECK ("document_series"."kind" in ('invoice', 'credit_note', 'commission', 'self_bill')),
	CONSTRAINT "document_series_next_check" CHECK ("document_series"."next" >= 1)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issuer_business_id" uuid,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"order_id" uuid,
	"business_id" uuid,
	"refers_to" uuid,
	"milestone_id" uuid,
	"cause" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"supplied_at" date,
	"currency" text NOT NULL,
	"net_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"gross_cents" bigint NOT NULL,
	"buyer_name" text NOT NULL,
	"country" text NOT NULL,
	"content" jsonb NOT NULL,
	"search_text" text NOT NULL,
	CONSTRAINT "documents_cause_unique" UNIQUE("cause"),
	CONSTRAINT "documents_number_key" UNIQUE NULLS NOT DISTINCT("issuer_business_id","kind","number"),
	CONSTRAINT "documents_kind_check" CHECK ("documents"."kind" in ('invoice', 'credit_note', 'commission', 'self_bill')),
	CONSTRAINT "documents_currency_check" CHECK ("documents"."currency" in ('USD', 'EUR')),
	CONSTRAINT "documents_amounts_check" CHECK ("documents"."gross_cents" = "documents"."net_cents" + "documents"."tax_cents" and "documents"."net_cents" >= 0 and "documents"."tax_cents" >= 0),
	CONSTRAINT "documents_refers_check" CHECK (("documents"."kind" = 'credit_note') = ("documents"."refers_to" is not null))
);
--> statement-breakpoint
ALTER TABLE "document_series" ADD CONSTRAINT "document_series_issuer_business_id_businesses_id_fk" FOREIGN KEY ("issuer_business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_issuer_business_id_businesses_id_fk" FOREIGN KEY ("issuer_business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refers_to_documents_id_fk" FOREIGN KEY ("refers_to") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_invoice_key" ON "documents" USING btree ("order_id",coalesce("issuer_business_id", '00000000-0000-0000-0000-000000000000'::uuid),coalesce("milestone_id", '00000000-0000-0000-0000-000000000000'::uuid)) WHERE "documents"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "documents_order_idx" ON "documents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "documents_issued_idx" ON "documents" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "documents_business_idx" ON "documents" USING btree ("business_id","issued_at","id") WHERE "documents"."business_id" is not null;--> statement-breakpoint
CREATE INDEX "documents_search_idx" ON "documents" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION refuse_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a document never changes' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER documents_append_only BEFORE UPDATE OR DELETE ON "documents" FOR EACH ROW EXECUTE FUNCTION refuse_document_change();
--> statement-breakpoint
-- An invoice of the version before takes its number from the series.
CREATE FUNCTION number_older_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken integer;
BEGIN
  IF EXISTS (
    SELECT FROM public.documents d
    WHERE d.order_id = NEW.order_id AND d.kind = 'invoice' AND d.issuer_business_id IS NULL AND d.number = NEW.number
  ) THEN RETURN NEW; END IF;
  UPDATE public.document_series SET next = next + 1 WHERE issuer_business_id IS NULL AND kind = 'invoice' RETURNING next - 1 INTO taken;
  NEW.number := coalesce(taken, NEW.number);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_number BEFORE INSERT ON "invoices" FOR EACH ROW EXECUTE FUNCTION number_older_invoice();
--> statement-breakpoint
CREATE FUNCTION mirror_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.invoices (number, order_id, issued_at) VALUES (NEW.number, NEW.order_id, NEW.issued_at) ON CONFLICT (order_id) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER documents_mirror AFTER INSERT ON "documents" FOR EACH ROW
WHEN (NEW.kind = 'invoice' AND NEW.issuer_business_id IS NULL AND NEW.milestone_id IS NULL AND NEW.order_id IS NOT NULL)
EXECUTE FUNCTION mirror_invoice();
--> statement-breakpoint
INSERT INTO "document_series" ("kind", "prefix", "next", "is_open") VALUES
('invoice', 'INV-', coalesce((SELECT max(number) FROM invoices), 0) + 1, true),
('credit_note', 'CN-', 1, NOT EXISTS (SELECT FROM invoices)),
('commission', 'COM-', 1, true);
