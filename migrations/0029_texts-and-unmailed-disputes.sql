ALTER TABLE "round_clients" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "mail_requested_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "disputes_unmailed" ON "disputes" USING btree ("attested_at","id") WHERE "disputes"."attested_at" is not null and "disputes"."mail_requested_at" is null;