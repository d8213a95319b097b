-- phase: expand
-- The table was first filled with every deleted account. Those that staff deleted keep their data and can be restored: they were not erased.
DELETE FROM "erasures" USING "users" WHERE "users"."id" = "erasures"."user_id" AND "users"."email" NOT LIKE '%@deleted.invalid';
