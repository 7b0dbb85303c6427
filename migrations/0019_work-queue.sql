CREATE TABLE "answers_due" (
	"letter_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"estimated" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD COLUMN "undelivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD COLUMN "moved_at" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "tradeline_requests" ADD COLUMN "handled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "answers_due" ADD CONSTRAINT "answers_due_letter_id_dispute_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."dispute_letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers_due" ADD CONSTRAINT "answers_due_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answers_due_on" ON "answers_due" USING btree ("due_on","letter_id");--> statement-breakpoint
CREATE INDEX "answers_due_user" ON "answers_due" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "disputes_unconfirmed" ON "disputes" USING btree ("created_at","id") WHERE "disputes"."attested_at" is null;--> statement-breakpoint
CREATE INDEX "mail_jobs_moved" ON "mail_jobs" USING btree ("moved_at") WHERE "mail_jobs"."moved_at" is not null;--> statement-breakpoint
CREATE INDEX "mail_jobs_undelivered" ON "mail_jobs" USING btree (coalesce("undelivered_at", "since"),"letter_id") WHERE "mail_jobs"."phase" in ('rejected', 'untraceable') or "mail_jobs"."whereabouts" in ('returned', 'rejected', 'failed');--> statement-breakpoint
CREATE INDEX "report_pulls_failed" ON "report_pulls" USING btree ("ended_at","id") WHERE "report_pulls"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "tradeline_requests_open" ON "tradeline_requests" USING btree ("created_at","id") WHERE "tradeline_requests"."handled_at" is null;