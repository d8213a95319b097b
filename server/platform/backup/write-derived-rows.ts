import type { Client } from './table-rows.ts'

/**
 * Statements that write the rows of the tables that archives of format 1 lack. No later table belongs here: since format 2 an archive has
 * what triggers write, too.
 */
const DERIVED = [
  "do $$ begin perform public.count_delivery(s, 1) from public.seller_orders s where s.status = 'delivered' order by s.business_id; end $$",
  "insert into public.revisions (name, value, stamp) select name, 1, gen_random_uuid() from unnest(array['catalog', 'settings']) as name",
  // each is written anew by the job that finds what is stale
  'insert into public.search_documents (product_id) select id from public.products order by 1',
  `insert into public.search_words (word) select distinct word collate "C" from (
      select split_part(search_text, chr(31), 1) from public.products union all select split_part(search_text, chr(31), 1) from public.blog_posts
      union all select public.normalize_for_search(label) from public.categories
      union all select public.normalize_for_search(concat_ws(' ', name, description, city, country)) from public.businesses
    ) as t (text), public.words_of(t.text) as word order by 1`,
]

/**
 * Writes what the triggers of a shop had written, after an archive of format 1 was restored, in a database at the migration that all of
 * these end with: 0081.
 */
export async function writeDerivedRows(client: Client): Promise<void> {
  for (const statement of DERIVED) await client.query(statement)
}
