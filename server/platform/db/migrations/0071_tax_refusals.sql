-- phase: expand
CREATE TABLE "tax_refusals" (
	"day" date NOT NULL,
	"country" text NOT NULL,
	"buyers" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tax_refusals_day_country_pk" PRIMARY KEY("day","country"),
	CONSTRAINT "tax_refusals_buyers_check" CHECK ("tax_refusals"."buyers" > 0)
);