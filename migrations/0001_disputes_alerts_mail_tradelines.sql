CREATE TABLE "audit_links" (
	"number" bigint PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"kept_until" timestamp (3) with time zone NOT NULL,
	"mac" "bytea" NOT NULL,
	"link" "bytea" NOT NULL,
	CONSTRAINT "audit_links_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "alerts_once" UNIQUE("report_id","place")
);
--> statement-breakpoint
CREATE TABLE "dispute_drafts" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dispute_drafts_user_id_type_pk" PRIMARY KEY("user_id","type")
);
--> statement-breakpoint
CREATE TABLE "dispute_enclosures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"document_id" uuid NOT NULL,
	"file_key" text NOT NULL,
	"kind" text NOT NULL,
	"name" "bytea" NOT NULL,
	CONSTRAINT "dispute_enclosures_place" UNIQUE("dispute_id","place")
);
--> statement-breakpoint
CREATE TABLE "dispute_outcomes" (
	"item_id" uuid NOT NULL,
	"bureau" text NOT NULL,
	"outcome" text NOT NULL,
	"answered_on" date NOT NULL,
	"document_id" uuid,
	"had_reply" boolean DEFAULT false NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dispute_outcomes_item_id_bureau_pk" PRIMARY KEY("item_id","bureau")
);
--> statement-breakpoint
CREATE TABLE "dispute_reminders" (
	"letter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"due_on" date NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dispute_reminders_letter_id_kind_due_on_pk" PRIMARY KEY("letter_id","kind","due_on")
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"user_id" uuid NOT NULL,
	"browser" "bytea" NOT NULL,
	"wrong_codes" integer NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browsers_user_id_browser_pk" PRIMARY KEY("user_id","browser")
);
--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_id" text,
	"mail_job_id" text,
	"event" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_gate" (
	"id" integer PRIMARY KEY NOT NULL,
	"env" uuid NOT NULL,
	"fingerprint" text,
	"hold_reason" text,
	"hold_until" timestamp (3) with time zone,
	"restore_epoch" integer DEFAULT 0 NOT NULL,
	"restored_at" timestamp (3) with time zone,
	"compared_to" timestamp (3) with time zone,
	"account" uuid,
	"failing_since" timestamp (3) with time zone,
	"probe_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"letter_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"user_id" uuid,
	"certified" boolean NOT NULL,
	"post" text NOT NULL,
	"content" "bytea",
	"pdf" "bytea",
	"pdf_sha" "bytea",
	"request_sha" "bytea",
	"requested_at" timestamp (3) with time zone NOT NULL,
	"admitted_on" text,
	"phase" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"lease_token" uuid,
	"key_generation" integer NOT NULL,
	"first_attempt_at" timestamp (3) with time zone,
	"unclear" boolean NOT NULL,
	"unclear_ends" integer NOT NULL,
	"looked_up" boolean NOT NULL,
	"empty_look_ups" integer NOT NULL,
	"last_empty_at" timestamp (3) with time zone,
	"stumbles" integer NOT NULL,
	"refusal_code" text,
	"refusal_words" text,
	"problem" text,
	"provider_id" text,
	"tracking_url" text,
	"expected_on" text,
	"submitted_at" timestamp (3) with time zone,
	"whereabouts" text,
	"ask_at" timestamp (3) with time zone,
	CONSTRAINT "mail_jobs_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "mail_jobs_letter" UNIQUE("letter_id","generation")
);
--> statement-breakpoint
CREATE TABLE "mail_orphans" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"mail_job_id" text,
	"kind" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_posts" (
	"name" text PRIMARY KEY NOT NULL,
	"account" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_letter_events" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"event" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_letters" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"mail_job_id" uuid NOT NULL,
	"letter_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"pdf" "bytea" NOT NULL,
	"by_hand" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_letters_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "tradeline_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"content_mac" "bytea" NOT NULL,
	"email_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tradelines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"supplier_id" text NOT NULL,
	"name" text NOT NULL,
	"bank" text NOT NULL,
	"credit_limit" integer NOT NULL,
	"price" integer NOT NULL,
	"slots" integer NOT NULL,
	"opened" text NOT NULL,
	"stated_months" integer,
	"purchase_by" text,
	"bureaus" text[] DEFAULT '{}' NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "tradelines_supplier_id_unique" UNIQUE("supplier_id")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "mac" "bytea";--> statement-breakpoint
ALTER TABLE "dispute_letters" ADD COLUMN "reworded" "bytea";--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "free_annual_report" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "follows_id" uuid;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "follows_item_id" uuid;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "follows_kind" text;--> statement-breakpoint
ALTER TABLE "code_challenges" ADD COLUMN "known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "app_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_drafts" ADD CONSTRAINT "dispute_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_enclosures" ADD CONSTRAINT "dispute_enclosures_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_enclosures" ADD CONSTRAINT "dispute_enclosures_file_key_stored_files_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."stored_files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_outcomes" ADD CONSTRAINT "dispute_outcomes_item_id_dispute_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."dispute_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_outcomes" ADD CONSTRAINT "dispute_outcomes_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_reminders" ADD CONSTRAINT "dispute_reminders_letter_id_dispute_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."dispute_letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_letter_events" ADD CONSTRAINT "sandbox_letter_events_provider_id_sandbox_letters_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."sandbox_letters"("provider_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_letters" ADD CONSTRAINT "sandbox_letters_user_id_user_keys_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_keys"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tradeline_requests" ADD CONSTRAINT "tradeline_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_user" ON "alerts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "dispute_enclosures_file" ON "dispute_enclosures" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "dispute_outcomes_document" ON "dispute_outcomes" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "known_browsers_browser" ON "known_browsers" USING btree ("browser");--> statement-breakpoint
CREATE INDEX "known_browsers_signed_in" ON "known_browsers" USING btree ("signed_in_at");--> statement-breakpoint
CREATE INDEX "mail_events_letter" ON "mail_events" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "mail_events_job" ON "mail_events" USING btree ("mail_job_id");--> statement-breakpoint
CREATE INDEX "mail_jobs_due" ON "mail_jobs" USING btree ("due_at") WHERE "mail_jobs"."phase" in ('requested', 'ready', 'submitting', 'unknown');--> statement-breakpoint
CREATE INDEX "mail_jobs_ask" ON "mail_jobs" USING btree ("ask_at") WHERE "mail_jobs"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "mail_jobs_admitted" ON "mail_jobs" USING btree ("admitted_on","user_id");--> statement-breakpoint
CREATE INDEX "mail_jobs_user" ON "mail_jobs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_jobs_submitted" ON "mail_jobs" USING btree ("submitted_at");--> statement-breakpoint
CREATE INDEX "mail_jobs_copies" ON "mail_jobs" USING btree ("submitted_at") WHERE "mail_jobs"."phase" = 'submitted' and "mail_jobs"."pdf" is not null;--> statement-breakpoint
CREATE INDEX "mail_jobs_questions" ON "mail_jobs" USING btree ("requested_at") WHERE "mail_jobs"."phase" = 'needs_operator';--> statement-breakpoint
CREATE INDEX "sandbox_letter_events_letter" ON "sandbox_letter_events" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "sandbox_letters_created" ON "sandbox_letters" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_letters_mail_job" ON "sandbox_letters" USING btree ("mail_job_id");--> statement-breakpoint
CREATE INDEX "sandbox_letters_letter" ON "sandbox_letters" USING btree ("letter_id");--> statement-breakpoint
CREATE INDEX "sandbox_letters_user" ON "sandbox_letters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tradeline_requests_user" ON "tradeline_requests" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_follows_id_disputes_id_fk" FOREIGN KEY ("follows_id") REFERENCES "public"."disputes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_configuration" ON "audit_events" USING btree ("at") WHERE act = 'configuration_changed';--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "rate_limits_subject" ON "rate_limits" USING btree (split_part("key", ':', 4));--> statement-breakpoint
CREATE INDEX "remembered_answers_created" ON "remembered_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "disputes_report" ON "disputes" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "disputes_follows" ON "disputes" USING btree ("follows_id");--> statement-breakpoint
CREATE INDEX "session_tokens_expires" ON "session_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_of_staff" ON "sessions" USING btree ("manager_id") WHERE "sessions"."manager_id" is not null and "sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ssn_claims_user" ON "ssn_claims" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_leaving" ON "users" USING btree ("deletion_asked_at") WHERE "users"."deletion_asked_at" is not null;--> statement-breakpoint
CREATE INDEX "users_enrolled" ON "users" USING btree ("id") WHERE "users"."enrolled" and "users"."deletion_asked_at" is null;--> statement-breakpoint
CREATE INDEX "report_pulls_held" ON "report_pulls" USING btree ("requested_at","id") WHERE "report_pulls"."ended_at" is null and "report_pulls"."state" = 'held';--> statement-breakpoint
CREATE INDEX "openings_open" ON "openings" USING btree ("manager_id") WHERE "openings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "openings_untold" ON "openings" USING btree ("user_id") WHERE "openings"."ended_at" is not null and "openings"."noticed_at" is null;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_app" CHECK (not "sessions"."app_due" or "sessions"."proof" in ('password+totp', 'password+recovery'));