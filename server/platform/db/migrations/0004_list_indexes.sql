CREATE INDEX "businesses_search_idx" ON "businesses" USING gin (translate(lower(("name" || ' ' || "description" || ' ' || "city" || ' ' || "country")), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "businesses_staff_search_idx" ON "businesses" USING gin (translate(lower(("name" || ' ' || "email" || ' ' || "city" || ' ' || "country")), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "businesses_name_search_idx" ON "businesses" USING gin (translate(lower("name"), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_parts_cancelled_idx" ON "order_parts" USING btree ("order_id","business_id","total_cents") WHERE "order_parts"."status" = 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_payment_idx" ON "orders" USING btree ("payment_status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_method_idx" ON "orders" USING btree ("payment_method","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_at_idx" ON "payments" USING btree ("at");--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree ((lower("name") collate "C"));--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin (translate(lower(("name" || ' ' || "email")), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ') gin_trgm_ops);--> statement-breakpoint
-- What a search reads is folded as the shop folds it; of erased accounts only the number stays.
UPDATE "orders" SET "search_text" = CASE WHEN "user_email" LIKE '%@deleted.invalid' THEN replace(lower("number"), '-', ' ')
  ELSE translate(lower(concat_ws(chr(10), "number", "user_name", "user_email", concat_ws(' ', "customer"->>'firstName', "customer"->>'lastName'), "customer"->>'email', "customer"->>'company')), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ') END;
