CREATE TABLE "freeze_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"agency" text NOT NULL,
	"content" "bytea" NOT NULL,
	"remind_on" date,
	"reminded_at" timestamp (3) with time zone,
	"recorded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "freeze_records" ADD CONSTRAINT "freeze_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "freeze_records_user" ON "freeze_records" USING btree ("user_id","agency","recorded_at");--> statement-breakpoint
CREATE INDEX "freeze_records_remind" ON "freeze_records" USING btree ("remind_on");--> statement-breakpoint
CREATE INDEX "freeze_records_recorded" ON "freeze_records" USING btree ("recorded_at");