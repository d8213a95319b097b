-- phase: expand
CREATE TABLE "exchanges" (
	"return_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchanges_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "wish" text DEFAULT 'refund' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "exchanged_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_wish_check" CHECK ("returns"."wish" in ('refund', 'same', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_exchanged_check" CHECK ("refunds"."exchanged_cents" between 0 and "refunds"."amount_cents") NOT VALID;
--> statement-breakpoint
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_wish_check";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_exchanged_check";