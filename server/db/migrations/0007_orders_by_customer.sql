DROP INDEX "orders_customer_idx";--> statement-breakpoint
CREATE INDEX "orders_customer_idx" ON "orders" USING btree ((lower("user_name") collate "C"),"id","user_name");