import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, customType, index, integer, timestamp, uuid } from 'drizzle-orm/pg-core'

/*
 * Money: integers of minor units, named `...Cents`. Instants: `...At`, with time zone. Checks and keys are the last line of defence, not
 * the first.
 */

export const id = () => uuid().primaryKey().defaultRandom()
export const at = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => at().notNull().defaultNow()
/** An instant as ISO 8601 in UTC: the same in the database's answers, in JSON and in the domain. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})
export const cents = () => bigint({ mode: 'number' })
/**
 * Condition on a normalized text: it has a word that the table of words does not have as it stands in documents, since it is long or has
 * letters beside a to z. A function: the planner would try an operator on its samples.
 */
export const hasOddWords = (text: SQLWrapper): SQL =>
  sql`regexp_like(${text}, ${sql.raw(String.raw`'[a-z0-9]{41}|[a-z0-9][\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\uffff]|[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\uffff][a-z0-9]'`)})`
/** Condition on pictures: one is on another server. */
export const hasLinked = (images: SQLWrapper): SQL => sql`${images} @? '$[*].url ? (@ starts with "http")'`
/** A text as `normalizeText` has it, on one line or several. */
export const plainText = (text: SQLWrapper): SQL => sql`plain_text(${text})`
/** A code (article number, tracking number) as `plainCode` has it. */
export const codeOf = (text: SQLWrapper): SQL => sql`plain_code(${text})`
/** A text of an index by its trigrams, which a search anywhere in it reads. */
export const trigrams = (text: SQL): SQL => sql`${text} gin_trgm_ops`
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const version = () => integer().notNull().default(1)
/** Names what the public sees of a row; triggers give it another random value with each change, so that equal values mean equal content. */
export const stamp = () => uuid().notNull().default('00000000-0000-0000-0000-000000000000')
/** Number of the transaction that changed a row last, written by triggers (`server/platform/sync/`); null: older than the numbers. */
export const changeNumber = () => bigint({ mode: 'number' })
/** When it was deleted; null while it is there. What is deleted can be brought back for 90 days, then a job removes it. */
export const deletedAt = () => at()
/** `column in ('a', 'b')`: enumerations live in `domain/`, the database repeats them. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
export const notNegative = (name: string, column: AnyPgColumn) => check(name, sql`${column} >= 0`)
export const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`
/** The order of names, the same whatever the database's locale. */
export const byName = (column: AnyPgColumn): SQL => sql`(lower(${column}) collate "C")`

type ListColumns = Record<
  'id' | 'name' | 'featured' | 'shopPlace' | 'priceUsdCents' | 'priceEurCents' | 'createdAt' | 'isPublic',
  AnyPgColumn
>

/** Indexes of public products that share a column, one for each order of a list. */
export function listIndexes(name: string, t: ListColumns, shared: AnyPgColumn) {
  const indexOf = (order: string, ...columns: (AnyPgColumn | SQL)[]) =>
    index(`products_${name}_${order}_idx`)
      .on(sql`${shared}`, ...columns, byName(t.name), t.id, t.name)
      .where(sql`${t.isPublic}`)
  return [
    indexOf('featured', sql`${t.featured} desc`, t.shopPlace),
    indexOf('name'),
    indexOf('usd', t.priceUsdCents),
    indexOf('eur', t.priceEurCents),
    indexOf('created', sql`${t.createdAt} desc`),
  ]
}
