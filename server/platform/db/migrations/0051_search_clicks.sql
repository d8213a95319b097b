-- phase: expand
CREATE TABLE "search_clicks" (
	"day" date NOT NULL,
	"language" text NOT NULL,
	"query" text NOT NULL,
	"kind" text NOT NULL,
	"entity_id" text NOT NULL,
	"clicks" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "search_clicks_day_language_query_kind_entity_id_pk" PRIMARY KEY("day","language","query","kind","entity_id"),
	CONSTRAINT "search_clicks_kind_check" CHECK ("search_clicks"."kind" in ('product', 'business', 'article', 'page', 'term')),
	CONSTRAINT "search_clicks_language_check" CHECK ("search_clicks"."language" in ('en', 'de', 'fr')),
	CONSTRAINT "search_clicks_query_check" CHECK (length("search_clicks"."query") <= 60)
);
--> statement-breakpoint
CREATE INDEX "search_clicks_query_idx" ON "search_clicks" USING btree ("query","kind");