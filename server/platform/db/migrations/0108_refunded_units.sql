-- phase: expand
ALTER TABLE "refund_lines" ADD COLUMN "withdrawn" integer DEFAULT 0 NOT NULL;