-- phase: expand
-- Writes the rows for which the defaults are wrong. What others write meanwhile is right by the triggers; locked in the order of the ids, as orders do.
DO $$
BEGIN
	PERFORM FROM products p
		WHERE p."is_public" <> (p."status" = 'Active' AND may_sell(p."business_id")) OR p."in_stock" <> (p."stock" > 0)
			OR p."shop_place" <> shop_place(p."type", p."category_id")
		ORDER BY p."id" FOR NO KEY UPDATE;
	UPDATE products p SET "is_public" = p."is_public"
		WHERE p."is_public" <> (p."status" = 'Active' AND may_sell(p."business_id")) OR p."in_stock" <> (p."stock" > 0)
			OR p."shop_place" <> shop_place(p."type", p."category_id");
END $$;
