CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_search_idx" ON "audit_entries" USING gin ((lower("actor_name" || ' ' || "action" || ' ' || "target_type" || ' ' || "target_id")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outbox_sent_idx" ON "outbox" USING btree ("kind","sent_at");--> statement-breakpoint
CREATE INDEX "outbox_recipient_idx" ON "outbox" USING gin ((lower("payload"->>'to')) gin_trgm_ops);