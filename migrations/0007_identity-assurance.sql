CREATE TABLE "identity_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"message" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"outcome" text NOT NULL,
	"reference" text NOT NULL,
	"manager_id" uuid,
	"manager_name" "bytea",
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_evidence_once" UNIQUE("user_id","source","reference","outcome")
);
--> statement-breakpoint
CREATE TABLE "later_ssn_claims" (
	"ssn_index" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "later_ssn_claims_ssn_index_user_id_pk" PRIMARY KEY("ssn_index","user_id")
);
--> statement-breakpoint
ALTER TABLE "ssn_claims" ADD COLUMN "confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "identity_source" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "identity_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "identity_evidence_id" uuid;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_evidence" ADD CONSTRAINT "identity_evidence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "later_ssn_claims" ADD CONSTRAINT "later_ssn_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_checks_open" ON "identity_checks" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "identity_checks_user" ON "identity_checks" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "later_ssn_claims_user" ON "later_ssn_claims" USING btree ("user_id");--> statement-breakpoint
UPDATE "users" SET "identity_source" = 'earlier', "identity_confirmed_at" = now() WHERE not "skipped_verification";--> statement-breakpoint
UPDATE "ssn_claims" SET "confirmed" = true FROM "users" WHERE "users"."id" = "ssn_claims"."user_id" AND not "users"."skipped_verification";
