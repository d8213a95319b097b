-- phase: expand
CREATE TABLE "quote_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"quote_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"uploader_id" uuid,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quote_files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "quote_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"quote_id" uuid NOT NULL,
	"side" text NOT NULL,
	"author_id" uuid,
	"by_staff" boolean DEFAULT false NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quote_messages_side_check" CHECK ("quote_messages"."side" in ('buyer', 'seller'))
);
--> statement-breakpoint
CREATE TABLE "quote_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"quote_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"commission" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quote_versions_once" UNIQUE("quote_id","number")
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"buyer_id" uuid,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"buyer_company" text DEFAULT '' NOT NULL,
	"buyer_phone" text DEFAULT '' NOT NULL,
	"business_id" uuid,
	"status" text DEFAULT 'requested' NOT NULL,
	"waits_for" text,
	"currency" text NOT NULL,
	"request" jsonb NOT NULL,
	"draft" jsonb,
	"impact_key" text,
	"version_number" integer DEFAULT 0 NOT NULL,
	"valid_until" timestamp with time zone,
	"total_cents" bigint,
	"closed_reason" text DEFAULT '' NOT NULL,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "quotes_number_unique" UNIQUE("number"),
	CONSTRAINT "quotes_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "quotes_status_check" CHECK ("quotes"."status" in ('requested', 'offered', 'accepted', 'declined', 'withdrawn')),
	CONSTRAINT "quotes_waits_for_check" CHECK ("quotes"."waits_for" in ('buyer', 'seller')),
	CONSTRAINT "quotes_accepted_check" CHECK (("quotes"."status" = 'accepted') = ("quotes"."order_id" is not null)),
	CONSTRAINT "quotes_offered_check" CHECK (("quotes"."version_number" > 0) = ("quotes"."valid_until" is not null) and ("quotes"."status" <> 'offered' or "quotes"."version_number" > 0))
);
--> statement-breakpoint
ALTER TABLE "quote_files" ADD CONSTRAINT "quote_files_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_messages" ADD CONSTRAINT "quote_messages_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_messages" ADD CONSTRAINT "quote_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_versions" ADD CONSTRAINT "quote_versions_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_impact_key_impact_results_key_fk" FOREIGN KEY ("impact_key") REFERENCES "public"."impact_results"("key") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quote_files_uploader_idx" ON "quote_files" USING btree ("uploader_id","created_at");--> statement-breakpoint
CREATE INDEX "quote_files_quotes_idx" ON "quote_files" USING gin ("quote_ids");--> statement-breakpoint
CREATE INDEX "quote_messages_quote_idx" ON "quote_messages" USING btree ("quote_id","created_at");--> statement-breakpoint
CREATE INDEX "quotes_buyer_idx" ON "quotes" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "quotes_business_idx" ON "quotes" USING btree ("business_id","created_at");--> statement-breakpoint
CREATE INDEX "quotes_created_idx" ON "quotes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "quotes_open_idx" ON "quotes" USING btree ("status","valid_until") WHERE "quotes"."status" in ('requested', 'offered');
--> statement-breakpoint
-- A version is what both sides agreed on: it never changes, and it stays.
CREATE FUNCTION refuse_quote_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a version of a quote never changes' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER quote_versions_guard BEFORE UPDATE OR DELETE ON "quote_versions" FOR EACH ROW EXECUTE FUNCTION refuse_quote_version_change();
