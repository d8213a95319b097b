import { type SQL, sql } from 'drizzle-orm'
import type { EARNING_REASONS, EARNING_SORTS } from '#contract/payouts/earnings.ts'
import type { Currency } from '#domain/money.ts'
import { normalizeIdentifier } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'

type Reason = (typeof EARNING_REASONS)[number]

/**
 * An entry of a seller's balance; cents, above 0 in the seller's favor (`gross`: the buyer's money; null for anything but sales and
 * refunds).
 */
export interface EntryRow {
  id: number
  at: Date
  reason: Reason
  orderId: string | null
  /** Of the order or payout; '' for neither. */
  number: string
  note: string | null
  currency: Currency
  grossCents: number | null
  commissionCents: number | null
  taxCents: number | null
  netCents: number
  /** In its currency, after it. */
  balanceCents: number
}

/** Filter of entries; `from` is the first instant, `before` the first instant after; absent means no limit. */
export interface EntryFilter {
  reason?: Reason | undefined
  currency?: Currency | undefined
  search?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
}

const all = (conditions: readonly (SQL | null | undefined)[]): SQL =>
  conditions.filter((one): one is SQL => Boolean(one)).reduce((whole, one) => sql`${whole} and ${one}`, sql`true`)

const wanted = ({ reason, currency, search, from, before }: EntryFilter): SQL =>
  all([
    reason && sql`t.reason = ${reason}`,
    currency && sql`e.currency = ${currency}`,
    from && sql`e.at >= ${from.toISOString()}::timestamptz`,
    before && sql`e.at < ${before.toISOString()}::timestamptz`,
    search ? sql`strpos(coalesce(o.number, p.number, ''), ${normalizeIdentifier(search).toUpperCase()}) > 0` : null,
  ])

/** A seller's entries; `e` is the entry, `t` its transaction, `o` the order, `p` the payout. */
const movements = (businessId: string) => sql`
  (select id, transaction_id, currency, debit_cents, at, -sum(debit_cents) over (partition by currency order by at, id) as balance
    from ledger_entries where account = 'seller' and business_id = ${businessId}::uuid) e
  join ledger_transactions t on t.id = e.transaction_id
  left join orders o on o.id = t.order_id
  left join payouts p on t.reason in ('payout', 'payout_failed') and p.id::text = t.reference`

/** Amount of a transaction on an account of the platform, in cents; null for anything but sales and refunds. */
const moved = (account: 'clearing' | 'commission' | 'tax', sign: SQL) => sql`
  case when t.reason in ('sale', 'refund') then coalesce(
    (select ${sign}sum(x.debit_cents) from ledger_entries x where x.transaction_id = t.id and x.account = ${account}), 0) end`

type EarningSort = (typeof EARNING_SORTS)[number]

const directionOf = (sort: EarningSort) => sql.raw(sort === 'at' ? 'asc' : 'desc')

/** Returns the ids of a seller's entries that a filter leaves, in the order of the list. */
export function listEntryIds(db: Db, businessId: string, filter: EntryFilter, sort: EarningSort = '-at'): Promise<string[]> {
  const direction = directionOf(sort)
  return readIds(db, sql`(select e.id from ${movements(businessId)} where ${wanted(filter)} order by e.at ${direction}, e.id ${direction})`)
}

/** One part of a seller's entries; the newest first unless sorted. */
export async function listEntries(
  db: Db,
  businessId: string,
  filter: EntryFilter,
  { sort = '-at', limit, offset, ids }: { sort?: EarningSort | undefined } & ListPart,
): Promise<EntryRow[]> {
  const direction = directionOf(sort)
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    select e.id::text, e.at, t.reason, t.order_id as "orderId", coalesce(o.number, p.number, '') as number, t.note, e.currency,
      ${moved('clearing', sql``)}::text as gross, ${moved('commission', sql`-`)}::text as commission, ${moved('tax', sql`-`)}::text as tax,
      (-e.debit_cents)::text as net, e.balance::text
    from ${movements(businessId)}
    where ${ids ? isOneOf(sql`e.id`, ids, 'bigint') : wanted(filter)}
    order by e.at ${direction}, e.id ${direction}
    limit ${limit} offset ${offset}`)
  const cents = (text: string | null | undefined) => (text === null || text === undefined ? null : Number(text))
  return rows.map((row) => ({
    id: Number(row.id),
    at: new Date(row.at ?? 0),
    reason: row.reason as Reason, // a check of the table says so
    orderId: row.orderId ?? null,
    number: row.number ?? '',
    note: row.note ?? null,
    currency: row.currency as Currency, // as the reason
    grossCents: cents(row.gross),
    commissionCents: cents(row.commission),
    taxCents: cents(row.tax),
    netCents: Number(row.net),
    balanceCents: Number(row.balance),
  }))
}

/** Number of a seller's entries that a filter leaves. */
export async function countEntries(db: Db, businessId: string, filter: EntryFilter): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${movements(businessId)} where ${wanted(filter)}`,
  )
  return rows[0]?.total ?? 0
}

/** Returns the sums of a seller's entries that a filter leaves, by currency; cents. */
export async function sumEntries(db: Db, businessId: string, filter: EntryFilter) {
  const { rows } = await db.execute<{ currency: Currency; count: number; gross: string; commission: string; tax: string; net: string }>(sql`
    select currency, count(*)::int as count, coalesce(sum(gross), 0)::text as gross, coalesce(sum(commission), 0)::text as commission,
      coalesce(sum(tax), 0)::text as tax, sum(net)::text as net
    from (select e.currency, ${moved('clearing', sql``)} as gross, ${moved('commission', sql`-`)} as commission,
    ${moved('tax', sql`-`)} as tax,
        -e.debit_cents as net from ${movements(businessId)} where ${wanted(filter)}) entries
    group by currency order by currency`)
  return rows
}

/** Changes of a seller's balance in a month and currency, in cents; `netCents` is the sum, `payoutCents` above 0 was paid out. */
export interface MonthRow {
  /** `2026-03`, in the time zone of the shop. */
  month: string
  currency: Currency
  salesCents: number
  /** Above 0: went back to buyers. */
  refundsCents: number
  commissionCents: number
  taxCents: number
  payoutCents: number
  /** VAT of documents between the platform and the seller: above 0 in the seller's favor. */
  documentTaxCents: number
  netCents: number
}

/** Lists every month in which a seller's balance changed, by currency, the oldest first. */
export async function listMonths(db: Db, businessId: string, timeZone: string): Promise<MonthRow[]> {
  const { rows } = await db.execute<Record<keyof MonthRow, string>>(sql`
    with own as (
      select t.id, t.reason, e.currency, e.debit_cents, to_char(e.at at time zone ${timeZone}::text, 'YYYY-MM') as month
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = 'seller' and e.business_id = ${businessId}::uuid
    ), sides as (
      select o.id, sum(x.debit_cents) filter (where x.account = 'clearing') as clearing,
        -sum(x.debit_cents) filter (where x.account = 'commission') as commission,
        -sum(x.debit_cents) filter (where x.account = 'tax') as tax
      from own o join ledger_entries x on x.transaction_id = o.id and o.reason in ('sale', 'refund') group by o.id
    )
    select o.month, o.currency,
      coalesce(sum(s.clearing) filter (where o.reason = 'sale'), 0)::text as "salesCents",
      coalesce(-sum(s.clearing) filter (where o.reason = 'refund'), 0)::text as "refundsCents",
      coalesce(sum(s.commission), 0)::text as "commissionCents",
      coalesce(sum(s.tax), 0)::text as "taxCents",
      coalesce(sum(o.debit_cents) filter (where o.reason in ('payout', 'payout_failed')), 0)::text as "payoutCents",
      coalesce(-sum(o.debit_cents) filter (where o.reason = 'document_tax'), 0)::text as "documentTaxCents",
      (-sum(o.debit_cents))::text as "netCents"
    from own o left join sides s on s.id = o.id
    group by o.month, o.currency order by o.month, o.currency desc`)
  return rows.map(({ month, currency, ...sums }) => ({
    month,
    currency: currency as Currency, // a check of the table says so
    salesCents: Number(sums.salesCents),
    refundsCents: Number(sums.refundsCents),
    commissionCents: Number(sums.commissionCents),
    taxCents: Number(sums.taxCents),
    payoutCents: Number(sums.payoutCents),
    documentTaxCents: Number(sums.documentTaxCents),
    netCents: Number(sums.netCents),
  }))
}
