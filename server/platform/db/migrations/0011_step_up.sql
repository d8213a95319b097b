ALTER TABLE "user_tokens" DROP CONSTRAINT "user_tokens_purpose_check";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "step_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" text;--> statement-breakpoint
CREATE INDEX "users_pending_search_idx" ON "users" USING gin (translate(lower("pending_email"), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ') gin_trgm_ops) WHERE "users"."pending_email" is not null;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_purpose_check" CHECK ("user_tokens"."purpose" in ('reset', 'verify', 'invite', 'bootstrap', 'undo_email'));