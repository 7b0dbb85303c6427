CREATE TABLE "round_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"refusal" text,
	"notified_at" timestamp (3) with time zone,
	CONSTRAINT "round_clients_once" UNIQUE("round_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"manager_id" uuid NOT NULL,
	"manager_session_id" uuid NOT NULL,
	"step" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"mailed_by_id" uuid,
	"certified" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "round_clients" ADD CONSTRAINT "round_clients_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_clients" ADD CONSTRAINT "round_clients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "round_clients_user" ON "round_clients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rounds_newest" ON "rounds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "rounds_of_manager" ON "rounds" USING btree ("manager_id","created_at","id");--> statement-breakpoint
CREATE INDEX "dispute_outcomes_next" ON "dispute_outcomes" USING btree ("noted_at","item_id") WHERE "dispute_outcomes"."outcome" in ('verified', 'no_answer');--> statement-breakpoint
CREATE INDEX "client_tasks_due" ON "client_tasks" USING btree ("due_on","id") WHERE "client_tasks"."done_at" is null;