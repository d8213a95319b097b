import { and, type SQL, sql } from 'drizzle-orm'
import type { Understood } from '#contract/catalog/products.ts'
import { MOST_HITS } from '#domain/product.ts'
import { SOFT_TIER } from '#domain/search/tiers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { WITHOUT_STOCK } from '#server/platform/db/revisions.ts'
import { products, searchDocuments } from '#server/platform/db/schema.ts'
import { executeOften } from '#server/platform/db/unit-of-work.ts'
import { searchOf } from './known-words.ts'
import { idOf, keysIn, selectKeys, selectWalked } from './product-keys.ts'
import {
  byAll,
  byName,
  countProducts,
  type FoundKeys,
  findListed,
  firstOf,
  hasOneWalk,
  orderOf,
  type ProductFilter,
  type ProductPage,
  walkPage,
} from './product-list.ts'
import { arrayOf, hasCode, hasTitles, isFound, isFoundByTitle, isMeant, type ProductSearch, tierOf } from './product-search.ts'
import { relaxSearch } from './relax-search.ts'

/* Products that a list or a search finds, page by page. */

/** Number of products below which a search is filled with those that lack some of its words. */
const FULL = 24

/** Reads the search of a filter; null without one. Where few products have all words, whatever else is filtered, some are left out. */
export async function readSearch(db: Db, filter: ProductFilter): Promise<ProductSearch | null> {
  const search = await searchOf(db, filter)
  if (!search) return null
  const { total, machines, ids, isMany } = await countProducts(db, {}, search)
  if (isMany) return { ...search, isMany }
  if (filter.exact || total >= FULL || ids === null) return search
  const isSoft = search.reading.corrections.length + search.reading.instead.length > 0
  if (total > 0 && isSoft) return search
  return rememberCounts(db, { key: ['wider', search], shows: WITHOUT_STOCK }, () => relaxSearch(db, search, { ids, machines }))
}

/** Counts the products of a filter that have all words of a search. */
export const countMatching = async (db: Db, filter: ProductFilter, search: ProductSearch): Promise<number> =>
  (await countProducts(db, filter, { ...search, wider: search.wider && { ...search.wider, more: [] } })).total

/** Reads a page of the hits that also meet a condition. Their order depends on the words, so that all of them are read in any case. */
async function readHits(db: Db, filter: ProductFilter, search: ProductSearch, page: ProductPage & { where: SQL | undefined }) {
  const keys = orderOf(filter, search, page).map((key, at) => ({ ...key, name: sql.identifier(`key${at}`) }))
  const columns = keys.map(({ by, name }) => sql`${by} as ${name}`)
  const order = sql.join(
    keys.map(({ name, isDown }) => (isDown ? sql`${name} desc` : name)),
    sql`, `,
  )
  const [found = { keys: '', tiers: [] }] = await executeOften<{ keys: string; tiers: number[] }>(
    db,
    sql`
    with tiered as materialized (
      select ${products.id} as tiered_id, ${tierOf(search)} as tier from ${products}
        left join ${searchDocuments} d on d.product_id = ${products.id}
      where ${and(byAll(filter, null), page.where)}
    ), page as materialized (
      select ${sql.join(columns, sql`, `)}, tier from tiered join ${products} on ${products.id} = tiered_id
      left join ${searchDocuments} d on d.product_id = tiered_id order by ${order} limit (select ${page.limit}::int)
      offset (select ${page.offset}::int)
    )
    select (${selectKeys(sql`array(select ${keys.at(-1)?.name} from page order by ${order})`)}) as keys,
      (select coalesce(json_agg(tier order by ${order}), '[]') from page) as tiers`,
  )
  return { keys: keysIn(found.keys), tiers: found.tiers }
}

/** Matches the hits of a search, or the first of many. */
const hitsOf = (filter: ProductFilter, search: ProductSearch) => (search.isMany ? firstOf(byAll(filter, search), search) : isFound(search))

/**
 * Matches hits for a page of the best ones: those by title, and the others, which follow them, only where these do not fill it. Of many the
 * first of each, and those whose name was typed.
 */
function nearest(filter: ProductFilter, search: ProductSearch, { limit, offset }: ProductPage): SQL {
  const select = (condition: SQL | undefined) => sql`select ${products.id} from ${products} where ${condition}`
  const titled = firstOf(and(byAll(filter, null), isFoundByTitle(search)), search)
  const named = and(byAll(filter, null), sql`${byName} = ${search.typed.toLowerCase()}`)
  return sql`${products.id} = any(array(with titled as materialized (${select(titled)})
    select id from titled union all ${select(hitsOf(filter, search))} and (select count(*) from titled) < ${offset + limit}::int
    ${search.isMany ? sql`union all ${select(named)}` : sql``}))`
}

/** Matches the hits up to the end of a page in an order of its own, by a walk of the list, which soon meets so many. */
function walked(filter: ProductFilter, search: ProductSearch, page: ProductPage): SQL {
  const order = orderOf(filter, search, page)
  const list = { order, where: and(byAll(filter, null), isMeant(search)), isOneWalk: hasOneWalk(filter) }
  const range = { rows: sql`${page.limit + page.offset}::int`, offset: sql`0` }
  return sql`${products.id} = any(array(${selectWalked(list, range)}))`
}

/** Finds a page of a search, and how many hits there are. */
async function findHits(db: Db, filter: ProductFilter, search: ProductSearch, page: ProductPage): Promise<FoundKeys & { tiers: number[] }> {
  const { ids, ...counts } = await countProducts(db, filter, search)
  if (counts.total <= page.offset) return { ...counts, keys: [], tiers: [] }
  const isSorted = page.sort !== undefined && page.sort !== 'relevance'
  const ranked = hasTitles(search) ? nearest : hitsOf
  const areMixed = counts.machines > 0 && counts.machines < counts.total // a walk through a type without hits would pass all of it
  const isWalked = search.isMany && counts.total === MOST_HITS && (areMixed || hasOneWalk(filter))
  const sorted = isWalked ? walked : () => isFound(search)
  const where = ids ? sql`${products.id} = any(${arrayOf(ids)})` : (isSorted ? sorted : ranked)(filter, search, page)
  return { ...counts, ...(await readHits(db, filter, search, { ...page, where })) }
}

/**
 * Finds one page of the public products that pass `filter`, and how many pass in all. A search without `sort` is ranked.
 * `machines`: how many of all are machines; `matching`: how many have all words; `search`: what the search was read as; `tiers`: how well
 * each product matches it, 0 best, 6 least.
 */
export async function findProducts(db: Db, filter: ProductFilter, page: ProductPage) {
  const read = await readSearch(db, filter)
  if (!read) {
    const listed = await walkPage(db, filter, page)
    return { ...listed, tiers: [], matching: listed.total, search: read }
  }
  const found = await findHits(db, filter, read, page)
  return { ...found, matching: read.wider ? await countMatching(db, filter, read) : found.total, search: read }
}

/** Returns what `findProducts` finds, with the rows. */
export async function searchProducts(db: Db, filter: ProductFilter, page: ProductPage) {
  const { keys, ...found } = await findProducts(db, filter, page)
  const tiers = new Map(keys.map((key, at) => [idOf(key), found.tiers[at]]))
  const rows = await findListed(db, keys.map(idOf))
  return { ...found, rows: rows.map((row) => ({ ...row, tier: tiers.get(row.id) ?? 0 })) }
}

/** Returns those of the products whose SKU, MPN, GTIN or address begins with the search. */
export async function listCoded(db: Db, { reading: { code } }: ProductSearch, ids: readonly string[]): Promise<Set<string>> {
  if (code === null || ids.length === 0) return new Set()
  const { rows } = await db.execute<{ id: string }>(
    sql`select d.product_id as id from ${searchDocuments} d where d.product_id = any(${arrayOf(ids)}) and ${hasCode(code)}`,
  )
  return new Set(rows.map(({ id }) => id))
}

export const NOTHING_UNDERSTOOD: Understood = { corrections: [], leftOut: [], matching: 0, filters: [], instead: [], answers: [] }

type Read = Pick<Awaited<ReturnType<typeof findProducts>>, 'search' | 'tiers' | 'matching'>

/**
 * Says what a search of products was understood as. Corrections and what serves instead are named where nothing matched better: `tiers` are
 * those of its best hits.
 */
export function understand({ search, tiers, matching }: Read): Understood {
  if (!search) return NOTHING_UNDERSTOOD
  const { corrections, instead, answers } = search.reading
  const { filters } = search.wider ?? search.reading
  const isMeant = tiers.length > 0 && tiers.every((tier) => tier >= SOFT_TIER)
  const leftOut = [...(search.wider?.leftOut ?? [])]
  const isLeftOut = (word: string) => leftOut.some((text) => text.split(' ').includes(word))
  return {
    corrections: isMeant ? corrections.filter(({ from }) => !isLeftOut(from)) : [],
    leftOut,
    matching,
    filters: filters.map(({ key, label, display, without }) => ({ key, label, display, without })),
    instead: isMeant ? instead.map((term) => ({ term })) : [],
    answers: [...answers],
  }
}
