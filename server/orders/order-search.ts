import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { plainCode } from '#domain/search/words.ts'
import { normalizeIdentifier } from '#domain/text.ts'
import { erasedEmail } from '#domain/user.ts'
import { codeOf, deliveryText, orderLines, orders, phoneDigits, plainText, sellerOrders, shipments } from '#server/platform/db/schema.ts'
import { likeAnywhere, searchWords } from '#server/platform/text/search-text.ts'

/* Each select reads an index of its own. They are joined by union, since PostgreSQL would read every order for an `or` of them. */

/** Fewest characters of a word that the indexes have: a shorter one is looked for in the orders that the others find. */
const MIN_INDEXED = 3
/** Fewest characters of a search that is taken for a code written with other spaces and hyphens. */
const MIN_CODE = 4
/** Fewest digits of a phone number; of a longer one the last nine are compared, which have neither country code nor trunk zero. */
const MIN_DIGITS = 6
const COMPARED_DIGITS = 9

/** The first and the last id that begin with `start`; null where no id can. */
function idRange(start: string): { first: string; last: string } | null {
  const digits = start.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{1,32}$/.test(digits) || !/^[0-9a-f]{1,8}$|^[0-9a-f]{8}-[0-9a-f-]{0,27}$|^[0-9a-f]{32}$/i.test(start)) return null
  const whole = (rest: string) => digits.padEnd(32, rest).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { first: whole('0'), last: whole('f') }
}

/**
 * Reader of a search: staff search all texts of an order; its buyer not those of staff; a seller the delivery, and its own lines and
 * parcels.
 */
type OrderReader = 'staff' | 'buyer' | { businessId: string }

const isRead = (reader: OrderReader, column: typeof orderLines.businessId | typeof shipments.businessId) =>
  typeof reader === 'string' ? sql`true` : sql`${column} = ${reader.businessId}`

/** All orders, or the one of a row. */
const isOf = (column: SQLWrapper, only: SQL | undefined) => (only ? sql`${column} = ${only}` : sql`true`)

/** Orders with a product or a parcel that has this code: article number, tracking number. */
function withCode(code: string, reader: OrderReader, only?: SQL): SQL[] {
  const pattern = likeAnywhere(code)
  return [
    sql`select ${orderLines.orderId} from ${orderLines} where ${isOf(orderLines.orderId, only)} and ${isRead(reader, orderLines.businessId)}
      and ${orderLines.sku} is not null and ${codeOf(orderLines.sku)} like ${pattern}`,
    sql`select ${shipments.orderId} from ${shipments} where ${isOf(shipments.orderId, only)} and ${isRead(reader, shipments.businessId)}
      and ${shipments.trackingNumber} is not null and ${codeOf(shipments.trackingNumber)} like ${pattern}`,
  ]
}

/** Condition: the delivery of an order has it. Of an order whose buyer was erased only the number is looked at. */
const isDelivery = (pattern: string): SQL =>
  sql`${deliveryText(orders)} like ${pattern} and (${orders.userEmail} not like ${erasedEmail('%')}
    or ${plainText(orders.number)} like ${pattern})`

/** Orders with a word in a text that the reader sees. @param only id of the order to which the search is limited */
function withWord(word: string, reader: OrderReader, only?: SQL): SQL {
  const pattern = likeAnywhere(word)
  const code = plainCode(word)
  return union([
    sql`select ${orders.id} from ${orders} where ${isOf(orders.id, only)} and ${isDelivery(pattern)}`,
    ...(reader === 'staff'
      ? [sql`select ${orders.id} from ${orders} where ${isOf(orders.id, only)} and ${orders.searchText} like ${pattern}`]
      : []),
    sql`select ${orderLines.orderId} from ${orderLines} where ${isOf(orderLines.orderId, only)} and ${isRead(reader, orderLines.businessId)}
      and ${plainText(orderLines.name)} like ${pattern}`,
    ...(code === '' || (code.length < MIN_INDEXED && word.length >= MIN_INDEXED) ? [] : withCode(code, reader, only)),
  ])
}

/** Orders whose delivery has a phone number, however it is written. A seller is shown it for freight only. */
function withPhone(search: string, reader: OrderReader): SQL[] {
  const typed = search.replace(/\(0\)/g, '')
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  if (!/^[+\d][\d\s().\-/]*$/.test(typed) || digits.length < MIN_DIGITS) return []
  const isIt = sql`${phoneDigits(orders)} like ${likeAnywhere(digits.slice(-COMPARED_DIGITS))}`
  if (typeof reader === 'string') return [sql`select ${orders.id} from ${orders} where ${isIt}`]
  return [
    sql`select ${orders.id} from ${orders} join ${sellerOrders} on ${sellerOrders.orderId} = ${orders.id}
      and ${sellerOrders.businessId} = ${reader.businessId}
      and ${sellerOrders.hasFreight} where ${isIt}`,
  ]
}

const union = (selects: readonly SQL[]): SQL => sql`(${sql.join([...selects], sql` union all `)})`

/** Orders with each of the words. */
function withWords(words: readonly string[], reader: OrderReader): SQL {
  const long = words.filter((word) => word.length >= MIN_INDEXED)
  const all = (some: readonly string[]) =>
    sql`(${sql.join(
      some.map((word) => withWord(word, reader)),
      sql` intersect `,
    )})`
  if (long.length === 0 || long.length === words.length) return all(words)
  const short = words.filter((word) => word.length < MIN_INDEXED)
  const id = sql`candidates.id`
  return sql`select ${id} from ${all(long)} as candidates(id) where ${sql.join(
    short.map((word) => sql`exists ${withWord(word, reader, id)}`),
    sql` and `,
  )}`
}

/**
 * Selects the ids of the orders that a search finds: those with every word somewhere in what its reader sees, or that the whole of it
 * names: the start of the id, a phone number, or a code (PO number, postal code, article or tracking number) with whatever spaces and
 * hyphens. The caller narrows the orders to those of the reader.
 */
export function foundOrders(search: string, reader: OrderReader): SQL {
  const words = searchWords(search).flatMap(({ readings }) => readings)
  const found = [withWords(words, reader), ...withPhone(search.trim(), reader)]
  const code = plainCode(search)
  if (words.join() !== code && code.length >= MIN_CODE && /\d/.test(code)) {
    found.push(sql`select ${orders.id} from ${orders} where ${isDelivery(likeAnywhere(code))}`, ...withCode(code, reader))
  }
  const range = reader === 'staff' ? idRange(normalizeIdentifier(search)) : null
  if (range) found.push(sql`select ${orders.id} from ${orders} where ${orders.id} between ${range.first} and ${range.last}`)
  return sql`(with found(id) as materialized ${union(found)} select id from found)`
}
