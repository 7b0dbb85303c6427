-- contract: without this index the erasure of the release before is only slower
DROP INDEX "rate_limits_subject";--> statement-breakpoint
ALTER TABLE "rate_limits" ADD COLUMN "owner" text GENERATED ALWAYS AS (case when split_part(key, ':', 2) in ('person', 'phone') then split_part(key, ':', 4) end) STORED;--> statement-breakpoint
CREATE INDEX "rate_limits_owner" ON "rate_limits" USING btree ("owner");