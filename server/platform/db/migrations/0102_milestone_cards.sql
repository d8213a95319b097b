-- phase: expand
CREATE TABLE "card_refunds" (
	"refund_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"sent_cents" bigint NOT NULL,
	"reference" text,
	"problem" text,
	CONSTRAINT "card_refunds_refund_id_payment_id_pk" PRIMARY KEY("refund_id","payment_id"),
	CONSTRAINT "card_refunds_amount_check" CHECK ("card_refunds"."amount_cents" > 0 and "card_refunds"."sent_cents" between 0 and "card_refunds"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "milestone_intents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"milestone_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"intent_id" text,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"check_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "milestone_intents_intentId_unique" UNIQUE("intent_id"),
	CONSTRAINT "milestone_intents_currency_check" CHECK ("milestone_intents"."currency" in ('USD', 'EUR')),
	CONSTRAINT "milestone_intents_amount_check" CHECK ("milestone_intents"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "card_refunds" ADD CONSTRAINT "card_refunds_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_refunds" ADD CONSTRAINT "card_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "milestone_intents" ADD CONSTRAINT "milestone_intents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_refunds_payment_idx" ON "card_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "milestone_intents_open_idx" ON "milestone_intents" USING btree ("order_id") WHERE "milestone_intents"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "milestone_intents_check_idx" ON "milestone_intents" USING btree ("check_at") WHERE "milestone_intents"."ended_at" is null;