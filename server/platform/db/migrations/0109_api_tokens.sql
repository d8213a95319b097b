-- phase: expand
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"business_id" uuid,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_tokens_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "api_tokens_kind_check" CHECK ("api_tokens"."kind" in ('person', 'business', 'platform')),
	CONSTRAINT "api_tokens_business_check" CHECK (("api_tokens"."kind" = 'business') = ("api_tokens"."business_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_user_idx" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_tokens_business_idx" ON "api_tokens" USING btree ("business_id");
--> statement-breakpoint
-- API tokens end with the password, role, status or duties of their owner, whoever changes them, also a server of the version before. A hash
-- that is only renewed at sign-in leaves the version of the user as it is.
CREATE FUNCTION end_tokens_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.api_tokens AS t SET "revoked_at" = now() WHERE t."user_id" = new."id" AND t."revoked_at" IS NULL
		AND (t."kind" = 'platform' OR new."role" <> old."role" OR new."status" <> old."status"
			OR new."password_hash" IS DISTINCT FROM old."password_hash");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_end_tokens AFTER UPDATE OF "password_hash", "role", "status", "duties" ON "users" FOR EACH ROW
	WHEN (new."role" <> old."role" OR new."duties" <> old."duties" OR (new."status" <> old."status" AND new."status" <> 'Active')
		OR (new."password_hash" IS DISTINCT FROM old."password_hash" AND (new."version" <> old."version" OR new."password_hash" IS NULL)))
	EXECUTE FUNCTION end_tokens_of_user();
--> statement-breakpoint
-- ... with the place of their owner in the team of the business,
CREATE FUNCTION end_tokens_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.api_tokens AS t SET "revoked_at" = now()
		WHERE t."user_id" = old."user_id" AND t."business_id" = old."business_id" AND t."revoked_at" IS NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER business_members_end_tokens AFTER DELETE ON "business_members" FOR EACH ROW EXECUTE FUNCTION end_tokens_of_member();
--> statement-breakpoint
CREATE TRIGGER business_members_change_tokens AFTER UPDATE OF "kind" ON "business_members" FOR EACH ROW
	WHEN (new."kind" <> old."kind") EXECUTE FUNCTION end_tokens_of_member();
--> statement-breakpoint
-- ... and with the approval of the business.
CREATE FUNCTION end_tokens_of_business() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE public.api_tokens AS t SET "revoked_at" = now() WHERE t."business_id" = new."id" AND t."revoked_at" IS NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER businesses_end_tokens AFTER UPDATE OF "business_status", "status" ON "businesses" FOR EACH ROW
	WHEN (new."business_status" <> 'approved' OR new."status" IN ('Suspended', 'Deleted')) EXECUTE FUNCTION end_tokens_of_business();
