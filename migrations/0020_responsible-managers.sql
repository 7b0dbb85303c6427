CREATE TABLE "client_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"shared" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"assignee_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"due_on" date NOT NULL,
	"shared" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"done_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "responsible_manager_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "former_manager_id" uuid;--> statement-breakpoint
ALTER TABLE "openings" ADD COLUMN "emergency" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_tasks" ADD CONSTRAINT "client_tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_notes_user" ON "client_notes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "client_notes_created" ON "client_notes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "client_tasks_user" ON "client_tasks" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "client_tasks_open" ON "client_tasks" USING btree ("user_id","due_on","id") WHERE "client_tasks"."done_at" is null;--> statement-breakpoint
CREATE INDEX "client_tasks_assignee" ON "client_tasks" USING btree ("assignee_id","due_on","id") WHERE "client_tasks"."done_at" is null;--> statement-breakpoint
CREATE INDEX "client_tasks_done" ON "client_tasks" USING btree ("done_at") WHERE "client_tasks"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "users_of_manager" ON "users" USING btree ("responsible_manager_id","created_at","id");--> statement-breakpoint
CREATE INDEX "users_unassigned" ON "users" USING btree ("created_at","id") WHERE "users"."responsible_manager_id" is null;--> statement-breakpoint
CREATE INDEX "users_of_former_manager" ON "users" USING btree ("former_manager_id") WHERE "users"."former_manager_id" is not null;