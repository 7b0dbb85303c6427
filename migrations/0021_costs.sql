CREATE TABLE "cost_entries" (
	"kind" text NOT NULL,
	"reference" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"month" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"pages" integer,
	"amount" integer,
	CONSTRAINT "cost_entries_kind_reference_pk" PRIMARY KEY("kind","reference")
);
--> statement-breakpoint
CREATE TABLE "cost_limit_notices" (
	"month" text NOT NULL,
	"what" text NOT NULL,
	CONSTRAINT "cost_limit_notices_month_what_pk" PRIMARY KEY("month","what")
);
--> statement-breakpoint
CREATE TABLE "cost_totals" (
	"month" text NOT NULL,
	"kind" text NOT NULL,
	"shard" integer NOT NULL,
	"count" integer NOT NULL,
	"priced" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "cost_totals_month_kind_shard_pk" PRIMARY KEY("month","kind","shard")
);
--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD COLUMN "pages" integer;--> statement-breakpoint
CREATE INDEX "cost_entries_month" ON "cost_entries" USING btree ("month","client_id","kind","pages","amount");--> statement-breakpoint
CREATE INDEX "cost_entries_client" ON "cost_entries" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "cost_entries_at" ON "cost_entries" USING btree ("at");