ALTER TABLE "businesses" ADD COLUMN "payouts_held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "payouts_held_reason" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "account_snapshot" jsonb;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_payouts_held_check" CHECK ("businesses"."payouts_held_reason" in ('account_changed', 'password_changed', 'email_changed'));
