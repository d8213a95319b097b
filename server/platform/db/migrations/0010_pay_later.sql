CREATE TABLE "new_buyer_orders" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"network" text,
	"placed_at" timestamp with time zone NOT NULL,
	"confirm_by" timestamp with time zone,
	"asked" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "new_buyer_orders" ADD CONSTRAINT "new_buyer_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "new_buyer_orders_network_idx" ON "new_buyer_orders" USING btree ("network","placed_at") WHERE "new_buyer_orders"."network" is not null;--> statement-breakpoint
CREATE INDEX "new_buyer_orders_confirm_idx" ON "new_buyer_orders" USING btree ("confirm_by") WHERE "new_buyer_orders"."confirm_by" is not null;
