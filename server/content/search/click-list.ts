import { type SQL, sql } from 'drizzle-orm'
import type { SearchClick, SearchClickQuery } from '#contract/content/synonyms.ts'
import { normalizeText } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { blogPosts, businesses, products, searchClicks } from '#server/platform/db/schema.ts'
import { likeAnywhere } from '#server/platform/text/search-text.ts'

const ORDERS: Readonly<Record<NonNullable<SearchClickQuery['sort']>, SQL>> = {
  '-clicks': sql`clicks desc, last_on desc`,
  clicks: sql`clicks, last_on`,
  '-lastOn': sql`last_on desc, clicks desc`,
  lastOn: sql`last_on, clicks`,
}

type Filter = Pick<SearchClickQuery, 'search' | 'language' | 'kind' | 'sort'>
type Counted = SearchClick & Record<string, unknown>

/**
 * Returns chosen results by search, with their clicks of all days that are stored, and how many there are. A result that is gone has its id
 * as its name, and no address.
 */
export async function listClicks(
  db: Db,
  { search, language, kind, sort = '-clicks' }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: SearchClick[]; total: number }> {
  const conditions = [
    sql`true`,
    ...(search ? [sql`c.query like ${likeAnywhere(normalizeText(search))}`] : []),
    ...(language ? [sql`c.language = ${language}`] : []),
    ...(kind ? [sql`c.kind = ${kind}`] : []),
  ]
  const counted = sql`select c.query, c.language, c.kind, c.entity_id, sum(c.clicks)::int as clicks, max(c.day) as last_on
    from ${searchClicks} c where ${sql.join(conditions, sql` and `)} group by 1, 2, 3, 4`
  const { rows } = await db.execute<Counted>(sql`
    with counted as (${counted}), page as (
      select * from counted order by ${ORDERS[sort]}, query, language, kind, entity_id limit ${limit} offset ${offset}
    )
    select page.query, page.language, page.kind, coalesce(p.name, b.name, a.title, page.entity_id) as name,
      case page.kind
        when 'product' then case when p.is_public then '/products/' || p.slug end
        when 'business' then '/producers/' || b.slug
        when 'article' then '/blog/' || a.slug
        when 'term' then '/glossary#' || page.entity_id
        else page.entity_id
      end as href, page.clicks, page.last_on::text as "lastOn"
    from page left join ${products} p on page.kind = 'product' and p.id::text = page.entity_id
      left join ${businesses} b on page.kind = 'business' and b.slug = page.entity_id
      left join ${blogPosts} a on page.kind = 'article' and a.slug = page.entity_id
    order by ${ORDERS[sort]}, query, language, page.kind, page.entity_id`)
  const totals = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${counted}) as counted`)
  return { items: rows, total: totals.rows[0]?.total ?? 0 }
}
