-- phase: expand
CREATE UNLOGGED TABLE "locks" (
	"name" text PRIMARY KEY NOT NULL
);
