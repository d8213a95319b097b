import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, index } from 'drizzle-orm/pg-core'
import { codeOf, plainText, trigrams } from './columns.ts'

/** Time since which a part of an order waits to be shipped; null when it does not. An index depends on this exact expression. */
export const waitingSince = (part: { status: AnyPgColumn; placedAt: AnyPgColumn }): SQL =>
  sql`(case when ${part.status} in ('pending', 'processing') then ${part.placedAt} end)`

type Delivery = { number: AnyPgColumn; customer: AnyPgColumn }
const typed = (customer: AnyPgColumn, field: string): SQL => sql`coalesce(${customer} ->> ${sql.raw(`'${field}'`)}, '')`

/**
 * Text of an order that each of its sellers may read, normalized for search: its number, and name, company, place, postal code and PO
 * number of the delivery, the last two also as codes. An index depends on this exact expression.
 */
export const deliveryText = ({ number, customer }: Delivery): SQL => {
  const of = (field: string) => typed(customer, field)
  return sql`(${plainText(sql`${number} || chr(10) || ${of('firstName')} || ' ' || ${of('lastName')} || chr(10) || ${of('company')} || chr(10) || ${of('zipCode')} || ' ' || ${of('city')} || chr(10) || ${of('poNumber')}`)} || chr(10) || ${codeOf(of('zipCode'))} || chr(10) || ${codeOf(of('poNumber'))})`
}

/** Digits of the phone number of a delivery, without the zero in brackets. An index depends on this exact expression. */
export const phoneDigits = ({ customer }: Pick<Delivery, 'customer'>): SQL =>
  sql`regexp_replace(${customer} ->> 'phone', '\\(0\\)|[^0-9]', '', 'g')`

/** Indexes by which an order is found by its delivery. */
export const deliveryIndexes = (t: Delivery) => [
  index('orders_delivery_idx').using('gin', trigrams(deliveryText(t))),
  index('orders_phone_idx').using('gin', trigrams(phoneDigits(t))),
]
