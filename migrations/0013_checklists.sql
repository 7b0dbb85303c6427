CREATE TABLE "checklists" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "checklists" ADD CONSTRAINT "checklists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;