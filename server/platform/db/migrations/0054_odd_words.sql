-- phase: expand
-- no transaction
-- Products with words that "search_words" does not have as they stand in documents are searched by their texts as before; of all others a word that is part
-- of no other one is found by the documents alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_odd_words_idx" ON "products" USING btree ("id") WHERE regexp_like("products"."search_text", '[a-z0-9]{41}|[a-z0-9][\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\uffff]|[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\uffff][a-z0-9]');
