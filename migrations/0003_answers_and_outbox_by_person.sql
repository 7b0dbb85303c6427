ALTER TABLE "remembered_answers" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox_items" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "remembered_answers" ADD CONSTRAINT "remembered_answers_user_id_user_keys_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_keys"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_items" ADD CONSTRAINT "outbox_items_user_id_user_keys_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_keys"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "remembered_answers_user" ON "remembered_answers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_items_user" ON "outbox_items" USING btree ("user_id");