-- phase: expand
CREATE TABLE "business_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "business_invitations_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "business_invitations_once" UNIQUE("business_id","email"),
	CONSTRAINT "business_invitations_kind_check" CHECK ("business_invitations"."kind" in ('owner', 'member'))
);
--> statement-breakpoint
CREATE TABLE "business_members" (
	"user_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_members_user_id_business_id_pk" PRIMARY KEY("user_id","business_id"),
	CONSTRAINT "business_members_kind_check" CHECK ("business_members"."kind" in ('owner', 'member'))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "business_invitations" ADD CONSTRAINT "business_invitations_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_invitations" ADD CONSTRAINT "business_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_members" ADD CONSTRAINT "business_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_members" ADD CONSTRAINT "business_members_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_members_business_idx" ON "business_members" USING btree ("business_id");
--> statement-breakpoint
-- Whoever owns a business by the column of the version before is its owner in the table, too, and leaves it where the column does.
CREATE FUNCTION follow_business_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		DELETE FROM public.business_members AS m WHERE m."user_id" = new."id"
			AND (new."role" <> 'business_admin' OR (m."business_id" = old."business_id" AND new."business_id" IS DISTINCT FROM old."business_id"));
	END IF;
	IF new."role" = 'business_admin' AND new."business_id" IS NOT NULL
		AND (TG_OP = 'INSERT' OR old."role" <> 'business_admin' OR new."business_id" IS DISTINCT FROM old."business_id") THEN
		INSERT INTO public.business_members ("user_id", "business_id", "kind", "since")
			VALUES (new."id", new."business_id", 'owner', new."updated_at")
			ON CONFLICT ("user_id", "business_id") DO UPDATE SET "kind" = 'owner';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_business_members AFTER INSERT OR UPDATE OF "role", "business_id" ON "users" FOR EACH ROW EXECUTE FUNCTION follow_business_of_user();
--> statement-breakpoint
INSERT INTO "business_members" ("user_id", "business_id", "kind", "since")
	SELECT "id", "business_id", 'owner', "created_at" FROM "users" WHERE "role" = 'business_admin' AND "business_id" IS NOT NULL
	ON CONFLICT DO NOTHING;
