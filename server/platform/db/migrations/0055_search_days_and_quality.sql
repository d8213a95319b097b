-- phase: expand
CREATE TABLE "search_days" (
	"day" date PRIMARY KEY NOT NULL,
	"searches" integer DEFAULT 0 NOT NULL,
	"nothing" integer DEFAULT 0 NOT NULL,
	"corrected" integer DEFAULT 0 NOT NULL,
	"top_clicks" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_quality" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"measured_at" timestamp with time zone DEFAULT now() NOT NULL,
	"report" jsonb NOT NULL,
	CONSTRAINT "search_quality_id_check" CHECK ("search_quality"."id" = 1)
);
