CREATE TABLE "known_devices" (
	"manager_id" uuid NOT NULL,
	"device" "bytea" NOT NULL,
	"wrong_tries" integer NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_manager_id_device_pk" PRIMARY KEY("manager_id","device")
);
--> statement-breakpoint
ALTER TABLE "session_tokens" ADD COLUMN "mac" "bytea";--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_manager_id_managers_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."managers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_device" ON "known_devices" USING btree ("device");