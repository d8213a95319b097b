-- phase: expand
-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "returns_withdrawal_idx" ON "returns" USING btree ("withdrawal_id") WHERE "returns"."withdrawal_id" is not null;--> statement-breakpoint
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_withdrawal_id_withdrawals_id_fk";--> statement-breakpoint
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_deduction_check";
