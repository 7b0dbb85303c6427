ALTER TABLE "answers_due" ADD COLUMN "last_on" date;--> statement-breakpoint
UPDATE "mail_jobs" SET "moved_at" = now() WHERE "user_id" IS NOT NULL AND "letter_id" IN (SELECT "letter_id" FROM "answers_due");
