CREATE TABLE "operations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"ok" boolean NOT NULL,
	"bytes" bigint,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "operations_kind_check" CHECK ("operations"."kind" in ('backup', 'drill', 'restore'))
);
--> statement-breakpoint
CREATE INDEX "operations_kind_idx" ON "operations" USING btree ("kind","id");