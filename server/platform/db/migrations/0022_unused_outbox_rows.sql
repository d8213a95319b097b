DELETE FROM "outbox" WHERE "kind" = 'intent';
