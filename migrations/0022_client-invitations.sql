CREATE TABLE "client_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"phone_index" "bytea" NOT NULL,
	"content" "bytea",
	"invited_by_id" uuid NOT NULL,
	"times_sent" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"user_id" uuid,
	"email_id" uuid,
	CONSTRAINT "client_invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "client_invitations" ADD CONSTRAINT "client_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_invitations_phone" ON "client_invitations" USING btree ("phone_index") WHERE "client_invitations"."used_at" is null;--> statement-breakpoint
CREATE INDEX "client_invitations_user" ON "client_invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "client_invitations_waiting" ON "client_invitations" USING btree ("id") WHERE "client_invitations"."used_at" is null;--> statement-breakpoint
CREATE INDEX "client_invitations_manager" ON "client_invitations" USING btree ("invited_by_id","id") WHERE "client_invitations"."used_at" is null;--> statement-breakpoint
CREATE INDEX "client_invitations_expired" ON "client_invitations" USING btree ("expires_at") WHERE "client_invitations"."used_at" is null;