CREATE TABLE "service_contracts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"disclosure_id" uuid NOT NULL,
	"text_hash" text NOT NULL,
	"content" "bytea" NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"signed_on" date NOT NULL,
	"cancel_day" date NOT NULL,
	"cancel_until" timestamp (3) with time zone NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"notice_sent_on" date
);
--> statement-breakpoint
CREATE TABLE "signed_disclosures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text_hash" text NOT NULL,
	"content" "bytea" NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service_contracts" ADD CONSTRAINT "service_contracts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_contracts_user" ON "service_contracts" USING btree ("user_id","signed_at");--> statement-breakpoint
CREATE INDEX "signed_disclosures_user" ON "signed_disclosures" USING btree ("user_id","signed_at");--> statement-breakpoint
CREATE INDEX "signed_disclosures_signed" ON "signed_disclosures" USING btree ("signed_at");