CREATE TABLE "deleted_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"label" text NOT NULL,
	"description" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer NOT NULL,
	"former_values" text[] NOT NULL,
	"moved_to" uuid,
	"moved_products" uuid[] NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"deleted_by" uuid
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "deletion" jsonb;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "deleted_by" uuid;--> statement-breakpoint
ALTER TABLE "deleted_categories" ADD CONSTRAINT "deleted_categories_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_categories_deleted_idx" ON "deleted_categories" USING btree ("deleted_at");--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;