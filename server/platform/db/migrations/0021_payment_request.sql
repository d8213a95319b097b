ALTER TABLE "orders" ADD COLUMN "payment_request" jsonb;--> statement-breakpoint
UPDATE "orders" SET "payment_request" = "outbox"."payload" FROM "outbox"
WHERE "orders"."hold_until" IS NOT NULL AND "outbox"."kind" = 'intent' AND "outbox"."dedupe_key" = 'order:' || "orders"."id" || ':' || "orders"."payment_attempt";
