CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_events_act" ON "audit_events" USING btree ("act","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_manager" ON "audit_events" USING btree ("manager_id","at","id") WHERE "audit_events"."manager_id" is not null;