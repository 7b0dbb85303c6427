CREATE TABLE "event_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outgoing_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"client_id" uuid,
	"ids" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_targets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"off_because" text,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD CONSTRAINT "event_deliveries_event_id_outgoing_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."outgoing_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD CONSTRAINT "event_deliveries_target_id_webhook_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."webhook_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_deliveries_due" ON "event_deliveries" USING btree ("due_at") WHERE "event_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "event_deliveries_target" ON "event_deliveries" USING btree ("target_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_deliveries_event" ON "event_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "outgoing_events_client" ON "outgoing_events" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "outgoing_events_at" ON "outgoing_events" USING btree ("at");