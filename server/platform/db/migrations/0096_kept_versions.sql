-- phase: expand
-- Versions of quotes stay when tables are emptied, too.
CREATE TRIGGER quote_versions_kept BEFORE TRUNCATE ON "quote_versions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_quote_version_change();
