CREATE TABLE "audit_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"act" text NOT NULL,
	"outcome" text NOT NULL,
	"actor" text NOT NULL,
	"manager_id" uuid,
	"user_id" uuid,
	"opening_id" uuid,
	"object_id" text,
	"address_prefix" text NOT NULL,
	"request_id" uuid NOT NULL,
	"kept_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"content" "bytea" NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"words" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "key_canary" (
	"id" integer PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"owner_id" uuid NOT NULL,
	"mac" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_owner_id_mac_pk" PRIMARY KEY("owner_id","mac")
);
--> statement-breakpoint
CREATE TABLE "remembered_answers" (
	"scope" text NOT NULL,
	"key" "bytea" NOT NULL,
	"request" "bytea" NOT NULL,
	"answer" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "remembered_answers_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "user_keys" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"wrapped" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"bureaus" text[] NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"bureau" text NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"report_id" uuid,
	"title" "bytea" NOT NULL,
	"attested_at" timestamp (3) with time zone,
	"opening_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name_mac" "bytea" NOT NULL,
	"name" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"file_size" integer NOT NULL,
	"file_key" text NOT NULL,
	"thumbnail" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "documents_file_key_unique" UNIQUE("file_key"),
	CONSTRAINT "documents_version" UNIQUE("user_id","name_mac","version")
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone_index" "bytea" NOT NULL,
	"code_mac" "bytea",
	"browser" "bytea",
	"sent_at" timestamp (3) with time zone NOT NULL,
	"tries" integer NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"consumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"given" boolean NOT NULL,
	"version" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email_index" "bytea" NOT NULL,
	"code_mac" "bytea" NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"tries" integer NOT NULL,
	"consumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "phone_guards" (
	"phone_index" "bytea" PRIMARY KEY NOT NULL,
	"recent_fails" jsonb NOT NULL,
	"consecutive_fails" integer NOT NULL,
	"locks" integer NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "session_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"generation" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"manager_id" uuid,
	"role" text,
	"opening_id" uuid,
	"manager_name" "bytea",
	"manager_session_id" uuid,
	"proof" text NOT NULL,
	"device" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"generation" integer NOT NULL,
	"rotated_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "sessions_owner" CHECK (case "sessions"."kind"
        when 'user' then "sessions"."user_id" is not null and "sessions"."manager_id" is null and "sessions"."opening_id" is null
        when 'manager' then "sessions"."user_id" is null and "sessions"."manager_id" is not null and "sessions"."role" is not null
        else "sessions"."user_id" is not null and "sessions"."manager_id" is not null and "sessions"."opening_id" is not null
          and "sessions"."manager_name" is not null and "sessions"."manager_session_id" is not null
      end)
);
--> statement-breakpoint
CREATE TABLE "ssn_claims" (
	"ssn_index" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_words" (
	"word" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "user_words_word_user_id_pk" PRIMARY KEY("word","user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone_index" "bytea" NOT NULL,
	"profile" "bytea" NOT NULL,
	"ssn" "bytea" NOT NULL,
	"plan" text NOT NULL,
	"enrolled" boolean NOT NULL,
	"skipped_verification" boolean NOT NULL,
	"email_index" "bytea" NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"totp_secret" "bytea",
	"totp_step" integer,
	"totp_enabled_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"deletion_asked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_phone_index_unique" UNIQUE("phone_index")
);
--> statement-breakpoint
CREATE TABLE "report_pulls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"words" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"content" "bytea" NOT NULL,
	"summary" "bytea" NOT NULL,
	"document" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portal_tickets" (
	"ticket_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"manager_id" uuid NOT NULL,
	"email_index" "bytea" NOT NULL,
	"content" "bytea" NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "manager_guards" (
	"subject" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"fails" integer NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "managers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_index" "bytea" NOT NULL,
	"profile" "bytea" NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"totp_secret" "bytea",
	"totp_step" integer,
	"totp_enabled_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "managers_email_index_unique" UNIQUE("email_index")
);
--> statement-breakpoint
CREATE TABLE "openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"manager_id" uuid NOT NULL,
	"manager_session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"content" "bytea" NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"noticed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_user_id_user_keys_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_keys"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_items" ADD CONSTRAINT "dispute_items_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_letters" ADD CONSTRAINT "dispute_letters_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_file_key_stored_files_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."stored_files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ssn_claims" ADD CONSTRAINT "ssn_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_words" ADD CONSTRAINT "user_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_pulls" ADD CONSTRAINT "report_pulls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_tickets" ADD CONSTRAINT "portal_tickets_user_id_user_keys_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_keys"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openings" ADD CONSTRAINT "openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_user" ON "audit_events" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "audit_events_opening" ON "audit_events" USING btree ("opening_id","at");--> statement-breakpoint
CREATE INDEX "audit_events_request" ON "audit_events" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "emails_state" ON "emails" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "emails_user" ON "emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "dispute_items_dispute" ON "dispute_items" USING btree ("dispute_id");--> statement-breakpoint
CREATE INDEX "dispute_letters_dispute" ON "dispute_letters" USING btree ("dispute_id");--> statement-breakpoint
CREATE INDEX "disputes_user" ON "disputes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_deleted" ON "documents" USING btree ("deleted_at") WHERE "documents"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "code_challenges_phone" ON "code_challenges" USING btree ("phone_index","sent_at");--> statement-breakpoint
CREATE INDEX "code_challenges_sent" ON "code_challenges" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "consents_user" ON "consents" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_codes_user" ON "email_codes" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "session_tokens_session" ON "session_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_manager" ON "sessions" USING btree ("manager_id");--> statement-breakpoint
CREATE INDEX "sessions_opening" ON "sessions" USING btree ("opening_id");--> statement-breakpoint
CREATE INDEX "sessions_manager_session" ON "sessions" USING btree ("manager_session_id");--> statement-breakpoint
CREATE INDEX "user_words_user" ON "user_words" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("email_index");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_pulls_open" ON "report_pulls" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "report_pulls_user" ON "report_pulls" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "reports_user" ON "reports" USING btree ("user_id","received_at");--> statement-breakpoint
CREATE INDEX "outbox_items_created" ON "outbox_items" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "portal_tickets_expires" ON "portal_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "portal_tickets_user" ON "portal_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email_index");--> statement-breakpoint
CREATE INDEX "openings_user" ON "openings" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "openings_manager" ON "openings" USING btree ("manager_id");--> statement-breakpoint
-- The audit trail is added to and read. A row may go only when its years are over; the server's clock sets both times.
CREATE FUNCTION "audit_events_stand"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.kept_until < now() THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'audit_events: rows are never changed, nor deleted before their time';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_events_stand" BEFORE UPDATE OR DELETE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION "audit_events_stand"();--> statement-breakpoint
CREATE TRIGGER "audit_events_never_truncated" BEFORE TRUNCATE ON "audit_events" FOR EACH STATEMENT EXECUTE FUNCTION "audit_events_stand"();
