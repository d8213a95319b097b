-- phase: expand
CREATE TABLE "bank_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sha256" text NOT NULL,
	"name" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_files_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "bank_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_id" uuid NOT NULL,
	"key" text NOT NULL,
	"booked_on" date NOT NULL,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"actor_id" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "bank_transfers_key_unique" UNIQUE("key"),
	CONSTRAINT "bank_transfers_amount_check" CHECK ("bank_transfers"."amount_cents" > 0),
	CONSTRAINT "bank_transfers_currency_check" CHECK ("bank_transfers"."currency" in ('USD', 'EUR')),
	CONSTRAINT "bank_transfers_state_check" CHECK ("bank_transfers"."state" in ('waiting', 'recorded', 'dismissed'))
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_payment_status_check";
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account_check";
--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_reason_check";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_kind_check";
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "term_days" integer;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "limit_usd_cents" bigint;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "term_days" integer;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_plan" jsonb;
--> statement-breakpoint
ALTER TABLE "bank_files" ADD CONSTRAINT "bank_files_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_file_id_bank_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."bank_files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "bank_transfers_file_idx" ON "bank_transfers" USING btree ("file_id");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_status_check" CHECK ("orders"."payment_status" in ('unpaid', 'processing', 'partially_paid', 'paid', 'failed', 'partially_refunded', 'refunded')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_check" CHECK ("ledger_entries"."account" in ('clearing', 'seller', 'commission', 'tax', 'adjustment', 'input_tax', 'credit')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reason_check" CHECK ("ledger_transactions"."reason" in ('sale', 'refund', 'payout', 'payout_failed', 'adjustment', 'document_tax', 'credit', 'credit_refund')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_kind_check" CHECK ("payments"."kind" in ('payment', 'refund', 'credit', 'credit_refund')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_payment_status_check";
--> statement-breakpoint
ALTER TABLE "ledger_entries" VALIDATE CONSTRAINT "ledger_entries_account_check";
--> statement-breakpoint
ALTER TABLE "ledger_transactions" VALIDATE CONSTRAINT "ledger_transactions_reason_check";
--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_kind_check";