-- phase: expand
-- no transaction
ALTER TABLE "order_lines" VALIDATE CONSTRAINT "order_lines_content_check";
