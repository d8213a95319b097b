-- phase: expand
-- Each search reads what an index has not merged yet: 512 pages by default, eight times what the rest of it reads.
ALTER INDEX "search_documents_title_idx" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_documents_words_idx" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "search_documents_codes_idx" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "products_search_idx" SET (gin_pending_list_limit = 512);
