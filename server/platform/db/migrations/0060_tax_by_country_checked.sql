-- phase: expand
-- no transaction
ALTER TABLE "businesses" VALIDATE CONSTRAINT "businesses_vat_scheme_check";