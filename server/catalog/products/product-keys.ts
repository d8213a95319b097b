import { createHash } from 'node:crypto'
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion } from '#server/platform/db/product-version.ts'
import { businesses, categories, products } from '#server/platform/db/schema.ts'
import { oftenName, statement } from '#server/platform/db/unit-of-work.ts'

/*
 * The key of a product names all that the public sees of it but the time of day: its id, its stock and versions, and the stamps of its
 * row, its business and its category, whose first value, which may hold any letter, is in another table. Equal keys mean equal content, on
 * every server and after every restore.
 */

/** The key of a product. Needs `businesses` and `categories` in the query. */
export const rowKey = sql<string>`concat_ws('.', ${products.id}, ${products.version}, ${editedVersion}, ${products.stock},
  ${products.stamp}, ${businesses.stamp}, ${categories.stamp}, md5(${baseCategory}))`

const UUID_LENGTH = 36

/** Returns the id of the product with this key. */
export const idOf = (key: string): string => key.slice(0, UUID_LENGTH)

/** Selects the keys of an array of ids, in its order, as one text: the server would parse a row for each. */
export const selectKeys = (ids: SQL): SQL => sql`
  select coalesce(string_agg(${rowKey}, ' ' order by listed.place), '') from unnest(${ids}) with ordinality as listed(id, place)
  join ${products} on ${products.id} = listed.id join ${businesses} on ${businesses.id} = ${products.businessId}
  join ${categories} on ${categories.id} = ${products.categoryId}`

/** Returns the keys in what `selectKeys` selects. */
export const keysIn = (text: string): string[] => (text === '' ? [] : text.split(' '))

/** An expression by which a list is ordered. */
export interface OrderKey {
  by: SQL | AnyPgColumn
  isDown?: boolean
}

/** A sorted list; the last expression of its order is the id. */
interface SortedList {
  order: readonly OrderKey[]
  where: SQL | undefined
  /**
   * True if it has one type, category or business: an index for each order is walked. Otherwise the walks through both types are merged.
   */
  isOneWalk: boolean
}

const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

/** Selects the ids of a range of a list in its order, by a walk of its indexes. */
export function selectWalked(
  { order, where, isOneWalk }: SortedList,
  { rows, offset }: { rows: SQL; offset: SQL },
  isBackwards = false,
): SQL {
  const keys = order.map(({ by, isDown = false }, at) => ({ by, isDown: isDown !== isBackwards, name: sql.identifier(`key${at}`) }))
  const walked = list(keys.map(({ by, isDown }) => (isDown ? desc(by) : asc(by))))
  const merged = list(keys.map(({ name, isDown }) => (isDown ? sql`${name} desc` : sql`${name}`)))
  const columns = list(keys.map(({ by, name }) => sql`${by} as ${name}`))
  const walk = (range: SQL, type?: SQL) =>
    sql`(select ${columns} from ${products} where ${type ? sql`${where} and ${type}` : where} order by ${walked} ${range})`
  const walks = isOneWalk
    ? walk(sql`limit ${rows} offset ${offset}`)
    : sql.join(
        PRODUCT_TYPES.map((type) => walk(sql`limit ${rows} + ${offset}`, eq(products.type, type))),
        sql` union all `,
      )
  const range = isOneWalk ? sql`` : sql`limit ${rows} offset ${offset}`
  return sql`select ${keys.at(-1)?.name} from (${walks}) as walked order by ${merged} ${range}`
}

/** Selects the keys of a page. The range and what `where` names are placeholders. */
function selectPage(sorted: SortedList, isBackwards: boolean): SQL {
  // each in a select of its own: a plan for a known range looks no better than one for any range then, and PostgreSQL keeps the latter
  const [rows, offset] = [sql`(select ${sql.placeholder('rows')}::int)`, sql`(select ${sql.placeholder('offset')}::int)`]
  return selectKeys(sql`array(${selectWalked(sorted, { rows, offset }, isBackwards)})`)
}

/** Maximum number of statements whose texts are remembered. */
const MAX_STATEMENTS = 500
const statements = new LRUCache<string, ReturnType<typeof statement<object, { keys: string }>>>({ max: MAX_STATEMENTS })

/** A kind of page: those of a kind have one statement. */
interface PageKind {
  kind: string
  /** Statements that the database prepares: those of the few kinds that the shop's own links lead to, those that come often, or none. */
  prepared: 'always' | 'often' | 'never'
  isBackwards: boolean
}

/** Returns the keys of a page. `listOf` describes its list, once for all pages of the kind. */
export async function readPage(
  db: Db,
  { kind, prepared, isBackwards }: PageKind,
  listOf: () => SortedList,
  values: { rows: number; offset: number } & Record<string, unknown>,
): Promise<string[]> {
  let read = statements.get(kind)
  if (!read) {
    const names = { always: `product_page_${createHash('md5').update(kind).digest('hex')}`, often: oftenName, never: null }
    read = statement<object, { keys: string }>(names[prepared], () => sql`select (${selectPage(listOf(), isBackwards)}) as keys`)
    statements.set(kind, read)
  }
  const [row] = await read(db, values)
  return keysIn(row?.keys ?? '')
}
