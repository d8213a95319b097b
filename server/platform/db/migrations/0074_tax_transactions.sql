-- phase: expand
CREATE TABLE "tax_transactions" (
	"calculation_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"transaction_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tax_transactions" ADD CONSTRAINT "tax_transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tax_transactions_order_idx" ON "tax_transactions" USING btree ("order_id");