-- phase: expand
-- E-invoices, forms of invoices, the agreement of sellers to documents in their name, and the VAT of documents between platform and sellers in the ledger.
CREATE TABLE "e_invoices" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"form" text NOT NULL,
	"buyer_reference" text DEFAULT '' NOT NULL,
	"cii" text,
	"ubl" text,
	"made_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"next_at" timestamp with time zone,
	CONSTRAINT "e_invoices_form_check" CHECK ("e_invoices"."form" in ('factur_x', 'xrechnung')),
	CONSTRAINT "e_invoices_made_check" CHECK (("e_invoices"."made_at" is null) = ("e_invoices"."cii" is null))
);
--> statement-breakpoint
CREATE TABLE "invoice_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"form" text NOT NULL,
	"buyer_reference" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "invoice_preferences_form_check" CHECK ("invoice_preferences"."form" in ('pdf', 'factur_x', 'xrechnung'))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account_check";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_reason_check";--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "documents_agreed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "e_invoices" ADD CONSTRAINT "e_invoices_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_preferences" ADD CONSTRAINT "invoice_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "e_invoices_waiting_idx" ON "e_invoices" USING btree ("next_at") WHERE "e_invoices"."made_at" is null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_check" CHECK ("ledger_entries"."account" in ('clearing', 'seller', 'commission', 'tax', 'adjustment', 'input_tax')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reason_check" CHECK ("ledger_transactions"."reason" in ('sale', 'refund', 'payout', 'payout_failed', 'adjustment', 'document_tax')) NOT VALID;
--> statement-breakpoint
CREATE FUNCTION refuse_e_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.made_at IS NOT NULL OR NEW.document_id <> OLD.document_id OR NEW.form <> OLD.form OR NEW.buyer_reference <> OLD.buyer_reference THEN
    RAISE EXCEPTION 'an e-invoice is written once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER e_invoices_written_once BEFORE UPDATE OR DELETE ON "e_invoices" FOR EACH ROW EXECUTE FUNCTION refuse_e_invoice_change();
