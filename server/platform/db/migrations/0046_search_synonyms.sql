-- phase: expand
CREATE TABLE "search_synonyms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"language" text NOT NULL,
	"kind" text NOT NULL,
	"terms" text[] NOT NULL,
	"targets" text[] DEFAULT '{}' NOT NULL,
	"answer" jsonb,
	"note" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "search_synonyms_language_check" CHECK ("search_synonyms"."language" in ('en', 'de', 'fr')),
	CONSTRAINT "search_synonyms_kind_check" CHECK ("search_synonyms"."kind" in ('same', 'finds', 'instead', 'answer')),
	CONSTRAINT "search_synonyms_terms_check" CHECK (cardinality("search_synonyms"."terms") between 1 and 12 and cardinality("search_synonyms"."targets") <= 12)
);
--> statement-breakpoint
ALTER TABLE "zero_result_searches" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "zero_result_searches" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "zero_result_searches" ADD COLUMN "dismissed_by" uuid;--> statement-breakpoint
ALTER TABLE "search_synonyms" ADD CONSTRAINT "search_synonyms_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "search_synonyms_first_key" ON "search_synonyms" USING btree ("language","kind",lower("terms"[1]));--> statement-breakpoint
ALTER TABLE "zero_result_searches" ADD CONSTRAINT "zero_result_searches_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
-- Answers of searches are of a revision of the catalog, on every server.
CREATE CONSTRAINT TRIGGER search_synonyms_revision AFTER INSERT OR UPDATE OR DELETE ON "search_synonyms"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
