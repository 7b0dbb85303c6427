CREATE TABLE "disposals" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "disposals_day_kind_pk" PRIMARY KEY("day","kind")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL,
	"unrecoverable_after" timestamp (3) with time zone NOT NULL,
	"rewritten_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "inactivity_notice_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "erasures_waiting" ON "erasures" USING btree ("erased_at") WHERE "erasures"."rewritten_at" is null;--> statement-breakpoint
CREATE INDEX "audit_events_kept" ON "audit_events" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "emails_created" ON "emails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alerts_created" ON "alerts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "dispute_enclosures_document" ON "dispute_enclosures" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "disputes_created" ON "disputes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "documents_created" ON "documents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "reports_received" ON "reports" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "openings_ended" ON "openings" USING btree ("ended_at");--> statement-breakpoint
-- contract: adds a function, which nothing of the release before calls. It disposes of audit rows whose years are over: a server may own nothing, and the trigger still refuses the others.
CREATE FUNCTION "audit_events_dispose"(most integer) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	WITH gone AS (
		DELETE FROM audit_events WHERE id IN (SELECT id FROM audit_events WHERE kept_until < now() LIMIT most) RETURNING 1
	)
	SELECT count(*)::integer FROM gone
$$;
