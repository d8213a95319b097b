CREATE UNLOGGED TABLE "instances" (
	"instance" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"files" text NOT NULL
);
