-- phase: expand
CREATE TABLE "product_change_results" (
	"change_id" uuid NOT NULL,
	"done" integer NOT NULL,
	"updated" integer NOT NULL,
	"results" jsonb NOT NULL,
	CONSTRAINT "product_change_results_change_id_done_pk" PRIMARY KEY("change_id","done")
);
--> statement-breakpoint
ALTER TABLE "product_change_results" ADD CONSTRAINT "product_change_results_change_id_product_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."product_changes"("id") ON DELETE cascade ON UPDATE no action;