-- phase: expand
-- Searches that find nothing are counted by language. Servers of the version before go on counting in zero_result_searches, which the next release drops.
CREATE TABLE "zero_result_counts" (
	"language" text NOT NULL,
	"term" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp with time zone,
	"dismissed_by" uuid,
	CONSTRAINT "zero_result_counts_term_language_pk" PRIMARY KEY("term","language"),
	CONSTRAINT "zero_result_counts_language_check" CHECK ("zero_result_counts"."language" in ('en', 'de', 'fr'))
);
--> statement-breakpoint
ALTER TABLE "zero_result_counts" ADD CONSTRAINT "zero_result_counts_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
INSERT INTO "zero_result_counts" ("language", "term", "times", "last_at", "dismissed_at", "dismissed_by")
	SELECT "language", "term", "times", "last_at", "dismissed_at", "dismissed_by" FROM "zero_result_searches";
