CREATE TABLE "document_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"address_mac" "bytea",
	"first_manager_id" uuid,
	"manager_id" uuid,
	"manager_name" "bytea",
	"reason" "bytea",
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mailed_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_mac" "bytea" NOT NULL,
	"address_mac" "bytea" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"tries" integer NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "document_reviews" ADD CONSTRAINT "document_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_codes" ADD CONSTRAINT "mailed_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_reviews_waiting" ON "document_reviews" USING btree ("user_id") WHERE "document_reviews"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "document_reviews_user" ON "document_reviews" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "document_reviews_queue" ON "document_reviews" USING btree ("requested_at") WHERE "document_reviews"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "mailed_codes_user" ON "mailed_codes" USING btree ("user_id","requested_at");