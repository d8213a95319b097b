ALTER TABLE "seller_orders" ADD COLUMN "estimated_delivery" date;--> statement-breakpoint
ALTER TABLE "seller_orders" ADD COLUMN "has_freight" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "seller_orders" AS s SET "has_freight" = true WHERE EXISTS (
  SELECT 1 FROM "order_lines" AS l JOIN "products" AS p ON p."id" = l."product_id"
  WHERE l."order_id" = s."order_id" AND l."business_id" = s."business_id" AND p."shipping_class" = 'freight'
);
