-- phase: expand
CREATE SEQUENCE "notice_number_sequence";--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"address" text NOT NULL,
	"product_id" uuid,
	"business_id" uuid,
	"reason" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"status" text DEFAULT 'new' NOT NULL,
	"decision" text,
	"reasons" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"objection" text DEFAULT '' NOT NULL,
	"objected_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "notices_number_unique" UNIQUE("number"),
	CONSTRAINT "notices_status_check" CHECK ("notices"."status" in ('new', 'decided')),
	CONSTRAINT "notices_decision_check" CHECK ("notices"."decision" in ('removed', 'restricted', 'kept')),
	CONSTRAINT "notices_decided_check" CHECK (("notices"."status" = 'decided') = ("notices"."decision" is not null and "notices"."decided_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_created_idx" ON "notices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notices_business_idx" ON "notices" USING btree ("business_id","created_at") WHERE "notices"."business_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_product_idx" ON "notices" USING btree ("product_id") WHERE "notices"."product_id" is not null;