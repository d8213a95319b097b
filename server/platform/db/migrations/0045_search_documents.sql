-- phase: expand
CREATE TABLE "search_documents" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"title" "tsvector" DEFAULT '' NOT NULL,
	"words" "tsvector" DEFAULT '' NOT NULL,
	"codes" text[] DEFAULT '{}' NOT NULL,
	"role" smallint DEFAULT 4 NOT NULL,
	"is_stale" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
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
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_synonyms" ADD CONSTRAINT "search_synonyms_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_documents_title_idx" ON "search_documents" USING gin ("title");--> statement-breakpoint
CREATE INDEX "search_documents_words_idx" ON "search_documents" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_documents_codes_idx" ON "search_documents" USING gin ("codes");--> statement-breakpoint
CREATE INDEX "search_documents_stale_idx" ON "search_documents" USING btree ("product_id") WHERE "search_documents"."is_stale";--> statement-breakpoint
CREATE UNIQUE INDEX "search_synonyms_first_key" ON "search_synonyms" USING btree ("language","kind",lower("terms"[1]));--> statement-breakpoint
ALTER TABLE "zero_result_searches" ADD CONSTRAINT "zero_result_searches_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "zero_result_searches" VALIDATE CONSTRAINT "zero_result_searches_dismissed_by_users_id_fk";
--> statement-breakpoint
-- Answers of searches are of a revision of the catalog, on every server.
CREATE CONSTRAINT TRIGGER search_synonyms_revision AFTER INSERT OR UPDATE OR DELETE ON "search_synonyms"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
--> statement-breakpoint
-- Words of two letters and more: a query is split and joined by the words that are known.
CREATE OR REPLACE FUNCTION words_of(given text) RETURNS SETOF text IMMUTABLE LANGUAGE sql AS $$
	SELECT word FROM regexp_split_to_table(given, '[^a-z0-9]+') AS word WHERE length(word) BETWEEN 2 AND 40
$$;
--> statement-breakpoint
-- The application writes documents in the transaction of each change and clears the mark; what changes without it is found by the mark.
CREATE FUNCTION add_search_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.search_documents ("product_id") SELECT p."id" FROM added p ORDER BY 1 ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_documents AFTER INSERT ON "products" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION add_search_documents();
--> statement-breakpoint
CREATE FUNCTION mark_search_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.search_documents ("product_id") VALUES (new."id") ON CONFLICT ("product_id") DO UPDATE SET "is_stale" = true;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_changed_documents AFTER UPDATE OF "search_text", "business_id", "category_id", "slug", "specifications", "sku", "mpn", "gtin", "brand" ON "products" FOR EACH ROW
	WHEN ((old."search_text", old."category_id", old."slug", old."specifications", old."sku", old."mpn", old."gtin", old."brand")
		IS DISTINCT FROM (new."search_text", new."category_id", new."slug", new."specifications", new."sku", new."mpn", new."gtin", new."brand"))
	EXECUTE FUNCTION mark_search_document();
--> statement-breakpoint
INSERT INTO "search_documents" ("product_id") SELECT p."id" FROM "products" p ORDER BY 1 ON CONFLICT DO NOTHING;
