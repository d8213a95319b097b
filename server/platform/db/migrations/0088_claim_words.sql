-- phase: expand
ALTER TABLE "claims" ADD COLUMN "market_text" text DEFAULT '' NOT NULL;