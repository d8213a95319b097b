import type { Client } from './table-rows.ts'

/**
 * The tables that archives of format 1 lack, with the statement that writes their rows from what such an archive has, in a database at any of the migrations
 * that wrote them. No later table belongs here: since format 2 an archive has what triggers write, too.
 */
const DERIVED: Readonly<Record<string, string>> = {
  delivery_days:
    "do $$ begin perform public.count_delivery(s, 1) from public.seller_orders s where s.status = 'delivered' order by s.business_id; end $$",
  revisions: `insert into public.revisions select (json_populate_record(null::public.revisions, json_build_object('name', name, 'value', 1, 'stamp', gen_random_uuid()))).*
    from unnest(array['catalog', 'settings']) as name`,
  // each is written anew by the job that finds what is stale
  search_documents: 'insert into public.search_documents (product_id) select id from public.products order by 1',
  search_words: `insert into public.search_words (word) select distinct word collate "C" from (
      select split_part(search_text, chr(31), 1) from public.products union all select split_part(search_text, chr(31), 1) from public.blog_posts
      union all select public.normalize_for_search(label) from public.categories
      union all select public.normalize_for_search(concat_ws(' ', name, description, city, country)) from public.businesses
    ) as t (text), public.words_of(t.text) as word order by 1`,
}

/** Writes what the triggers of a shop had written, after an archive of format 1 was restored; tables that its migrations do not make yet come with those of today. */
export async function writeDerivedRows(client: Client): Promise<void> {
  for (const [table, statement] of Object.entries(DERIVED)) {
    const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [`public.${table}`])
    if (rows[0]?.found) await client.query(statement)
  }
}
