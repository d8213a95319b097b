-- phase: expand
ALTER TABLE "users" ADD COLUMN "duties" text[] DEFAULT '{"all"}' NOT NULL;