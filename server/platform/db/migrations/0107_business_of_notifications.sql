-- phase: expand
-- no transaction
-- Notifications of sellers from before there were teams say which business they are of: the one that its only user had. Some at a time; those that say it are passed over.
DO $$
DECLARE
	last bigint := 0;
	top bigint;
BEGIN
	SELECT coalesce(max("id"), 0) INTO top FROM public.notifications;
	WHILE last < top LOOP
		UPDATE public.notifications n SET "business_id" = u."business_id" FROM public.users u
			WHERE n."id" > last AND n."id" <= last + 5000 AND n."business_id" IS NULL AND n."path" LIKE '/business/%'
				AND n."kind" NOT IN ('team-changed', 'team-left') AND u."id" = n."user_id" AND u."business_id" IS NOT NULL;
		last := last + 5000;
		COMMIT;
	END LOOP;
END $$;
