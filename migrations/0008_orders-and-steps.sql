CREATE TABLE "report_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"content" "bytea" NOT NULL,
	"tries" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "report_pulls" ADD COLUMN "order_begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "report_pulls" ADD COLUMN "order_number" "bytea";--> statement-breakpoint
ALTER TABLE "report_steps" ADD CONSTRAINT "report_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_steps_open" ON "report_steps" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "report_steps_user" ON "report_steps" USING btree ("user_id","created_at");