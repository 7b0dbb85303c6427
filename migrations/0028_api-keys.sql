CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_mac" "bytea",
	"content" "bytea" NOT NULL,
	"created_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_key_mac_unique" UNIQUE("key_mac")
);
--> statement-breakpoint
-- contract: without this index the list of clients of the release before is only slower
DROP INDEX "users_newest";--> statement-breakpoint
-- contract: without this index the list of clients of the release before is only slower
DROP INDEX "users_of_manager";--> statement-breakpoint
-- contract: without this index the list of clients of the release before is only slower
DROP INDEX "users_unassigned";--> statement-breakpoint
-- contract: only API keys, which the release before does not have, leave it empty
ALTER TABLE "client_invitations" ALTER COLUMN "invited_by_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "rounds" ADD COLUMN "approval" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "rounds" ADD COLUMN "decided_by_id" uuid;--> statement-breakpoint
CREATE INDEX "audit_events_key" ON "audit_events" USING btree ("key_id","at","id") WHERE "audit_events"."key_id" is not null;--> statement-breakpoint
CREATE INDEX "users_of_manager" ON "users" USING btree ("responsible_manager_id","id");--> statement-breakpoint
CREATE INDEX "users_unassigned" ON "users" USING btree ("id") WHERE "users"."responsible_manager_id" is null;