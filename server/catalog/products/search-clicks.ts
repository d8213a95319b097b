import { and, eq, gte, sql } from 'drizzle-orm'
import type { ClickKind } from '#domain/search/click.ts'
import { isRecordable, POPULAR } from '#domain/search/click.ts'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import { normalizeText } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products, searchClicks } from '#server/platform/db/schema.ts'
import { areKnown, withoutCodes } from './recorded-words.ts'

/* Results that were chosen, counted by day and search: no user, session or address. */

/** A result that somebody chose. */
interface Click {
  query: string
  language: SearchLanguage
  kind: ClickKind
  /** Id or slug of a product, slug or path of another page. */
  id: string
}

/** Returns the search as it is counted. */
const countedQuery = (query: string) => normalizeText(query).replace(/\s+/g, ' ').trim()

/**
 * Counts a chosen result. Searches with words that the shop does not know, which may name a person, are not kept; nor is what is no
 * product.
 */
export async function countClick(db: Db, { query, language, kind, id }: Click, now: Date): Promise<void> {
  const text = countedQuery(query)
  const rest = await withoutCodes(db, text)
  if (!isRecordable(text, rest) || !(await areKnown(db, rest))) return
  const entity = kind === 'product' ? await findProductId(db, id) : id
  if (entity === null) return
  await db
    .insert(searchClicks)
    .values({ day: now.toISOString().slice(0, 10), language, query: text, kind, entityId: entity })
    .onConflictDoUpdate({
      target: [searchClicks.day, searchClicks.language, searchClicks.query, searchClicks.kind, searchClicks.entityId],
      set: { clicks: sql`${searchClicks.clicks} + 1` },
    })
}

async function findProductId(db: Db, idOrSlug: string): Promise<string | null> {
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(sql`${idOrSlug} in (${products.slug}, ${products.id}::text)`, eq(products.isPublic, true)))
    .limit(1)
  return row?.id ?? null
}

/** Returns the searches of the last 30 days that many have used, on several days; with `start` those that begin so. */
export async function listPopular(db: Db, { start, limit, now }: { start: string; limit: number; now: Date }): Promise<string[]> {
  const first = new Date(now.getTime() - POPULAR.days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const total = sql`sum(${searchClicks.clicks})`
  const rows = await db
    .select({ query: searchClicks.query })
    .from(searchClicks)
    .where(and(gte(searchClicks.day, first), sql`starts_with(${searchClicks.query}, ${countedQuery(start)})`))
    .groupBy(searchClicks.query)
    .having(sql`${total} >= ${POPULAR.clicks} and count(distinct ${searchClicks.day}) >= ${POPULAR.onDays}`)
    .orderBy(sql`${total} desc`, searchClicks.query)
    .limit(limit)
  return rows.map(({ query }) => query)
}
