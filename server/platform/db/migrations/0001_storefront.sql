CREATE TABLE "blog_post_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" text PRIMARY KEY NOT NULL,
	"wording" text NOT NULL,
	"scope" text DEFAULT '' NOT NULL,
	"source" text,
	"source_url" text,
	"expires_at" timestamp with time zone,
	"use_counted" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "impact_results" (
	"key" text PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"currency" text NOT NULL,
	"inputs" jsonb NOT NULL,
	"machine" jsonb NOT NULL,
	"result" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "author_label" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "slug" text;--> statement-breakpoint
UPDATE "businesses" SET "slug" = coalesce(nullif(trim(both '-' from regexp_replace(translate(lower("name"), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyy'), '[^a-z0-9]+', '-', 'g')), ''), left("id"::text, 8));--> statement-breakpoint
UPDATE "businesses" b SET "slug" = b."slug" || '-' || left(b."id"::text, 8) WHERE EXISTS (SELECT 1 FROM "businesses" o WHERE o."slug" = b."slug" AND o."id" < b."id");--> statement-breakpoint
ALTER TABLE "businesses" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "impact_key" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "request_fingerprint" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "unsubscribe_token" text;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "confirm_by" timestamp with time zone;--> statement-breakpoint
UPDATE "newsletter_subscribers" SET "unsubscribe_token" = gen_random_uuid()::text, "confirm_by" = "created_at";--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ALTER COLUMN "unsubscribe_token" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ALTER COLUMN "confirm_by" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "unsubscribed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "impact_model" jsonb;--> statement-breakpoint
UPDATE "products" SET "impact_model" = m."model"::jsonb FROM (VALUES
	('ecomat-1000', '{"efficiency":0.75,"materialReduction":0.65,"energyUsage":0.75,"processingRate":30}'),
	('ecomat-2500', '{"efficiency":0.85,"materialReduction":0.72,"energyUsage":2.2,"processingRate":50}'),
	('ecomat-pro-2000', '{"efficiency":0.8,"materialReduction":0.68,"energyUsage":5,"processingRate":500}'),
	('chipmaster-pro', '{"efficiency":0.82,"materialReduction":0.7,"energyUsage":1.5,"processingRate":300}'),
	('chipmaster-compact', '{"efficiency":0.7,"materialReduction":0.6,"energyUsage":3,"processingRate":200}')
) AS m("slug", "model") WHERE "products"."slug" = m."slug";--> statement-breakpoint
ALTER TABLE "blog_post_slugs" ADD CONSTRAINT "blog_post_slugs_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_impact_key_impact_results_key_fk" FOREIGN KEY ("impact_key") REFERENCES "public"."impact_results"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_posts_search_idx" ON "blog_posts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_created_idx" ON "contact_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "newsletter_token_idx" ON "newsletter_subscribers" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_slug_unique" UNIQUE("slug");--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_requestKey_unique" UNIQUE("request_key");--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_unsubscribeToken_unique" UNIQUE("unsubscribe_token");--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_topic_check" CHECK ("contact_messages"."topic" in ('contact', 'consultation', 'quote'));--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_status_check" CHECK ("contact_messages"."status" in ('open', 'answered'));--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_status_check" CHECK ("newsletter_subscribers"."status" in ('pending', 'confirmed', 'unsubscribed'));