import { and, asc, desc, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#domain/money.ts'
import type { TaxClass } from '#domain/product-fields.ts'
import type { TaxRule } from '#domain/tax-rates.ts'
import { DEFAULT_TIME_ZONE, startOfDay } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { exchangeRates, taxRules } from '#server/platform/db/schema.ts'

/** Kinds of documents that are written every month. */
export type MonthlyKind = 'commission' | 'self_bill'

/** A seller in one currency with what its next monthly document begins with. */
export interface DueSeller {
  businessId: string
  currency: Currency
  /** Start of the next document; null: there was none. */
  from: PeriodStart | null
}

/** Day after the last one that a document of the kind is about (ISO date), and the zone in which that document has its days. */
interface PeriodStart {
  day: string
  timeZone: string
}

const startOf = ({ day, timeZone }: PeriodStart): Date => startOfDay(day, timeZone)

/** Money of a sale or of refunds of one seller order, in cents without tax; refunds are below 0. */
export interface MonthlyMovement {
  /** Day in the time zone of the shop (ISO date). */
  day: string
  reason: 'sale' | 'refund'
  cents: number
  /** Net worth of the products of the order by their class of tax. */
  weights: Partial<Record<TaxClass, number>>
}

/**
 * Condition on orders `o` and the sale `s`: a kind is about orders of one seller of record; self-billed are sales since the seller agreed.
 */
const isAbout = (kind: MonthlyKind): SQL =>
  kind === 'commission'
    ? sql`o.seller_of_record = 'seller'`
    : sql`o.seller_of_record = 'platform' and exists (
        select from ledger_transactions s join businesses b on b.id = e.business_id
        where s.reason = 'sale' and s.reference = o.id || ':' || e.business_id and s.at >= b.documents_agreed_at)`

/** Sales and refunds of sellers before a moment; `e` is the entry of the seller, `t` its transaction, `o` the order. */
const movements = (kind: MonthlyKind, before: Date) => sql`
  ledger_entries e join ledger_transactions t on t.id = e.transaction_id join orders o on o.id = t.order_id
  where e.account = 'seller' and t.reason in ('sale', 'refund') and e.at < ${before.toISOString()}::timestamptz and ${isAbout(kind)}`

/** Last documents of a kind, for each seller and currency: the day after their last one, and their zone. */
const lastDocuments = (kind: MonthlyKind, ofSeller = sql`true`) => sql`
  select distinct on (d.business_id, d.currency) d.business_id, d.currency, d.content->'period'->>'to' as day,
    coalesce(d.content->>'timeZone', 'UTC') as zone
  from documents d where d.kind = ${kind} and ${ofSeller} order by d.business_id, d.currency, d.content->'period'->>'to' desc`

const periodStart = ({ day, zone }: { day: string | null; zone: string | null }): PeriodStart | null =>
  day === null ? null : { day, timeZone: zone ?? DEFAULT_TIME_ZONE }

/** Lists the sellers with sales or refunds that no document of a kind is about yet, until a moment (not included). */
export async function listDueSellers(db: Db, kind: MonthlyKind, before: Date): Promise<DueSeller[]> {
  const { rows } = await db.execute<{ id: string; currency: Currency; at: number; day: string | null; zone: string | null }>(sql`
    with last as (${lastDocuments(kind)})
    select m.business_id as id, m.currency, (extract(epoch from m.at) * 1000)::float8 as at, l.day, l.zone from (
      select e.business_id, e.currency, max(e.at) as at from ${movements(kind, before)} group by 1, 2
    ) m left join last l on l.business_id = m.business_id and l.currency = m.currency
    order by 1, 2`)
  const sellers = rows.map(({ id, currency, at, ...last }) => ({ businessId: id, currency, at, from: periodStart(last) }))
  return sellers.filter(({ at, from }) => from === null || at >= startOf(from).getTime()).map(({ at: _at, ...seller }) => seller)
}

/** Returns what the next document of a kind begins with; null: there was none. */
export async function findPeriodStart(db: Db, kind: MonthlyKind, { businessId, currency }: DueSeller): Promise<PeriodStart | null> {
  const ofSeller = sql`d.business_id = ${businessId}::uuid and d.currency = ${currency}`
  const { rows } = await db.execute<{ day: string | null; zone: string | null }>(lastDocuments(kind, ofSeller))
  return rows[0] ? periodStart(rows[0]) : null
}

/**
 * Lists the sales and refunds of a seller that a monthly document is about: commission, or for a self-billed one what is left of the price
 * for the seller; by their time.
 */
export async function listMovements(
  db: Db,
  kind: MonthlyKind,
  { businessId, currency, from }: DueSeller,
  { before, timeZone }: { before: Date; timeZone: string },
): Promise<MonthlyMovement[]> {
  const account = kind === 'commission' ? 'commission' : 'seller'
  const since = from === null ? sql`` : sql`and e.at >= ${startOf(from).toISOString()}::timestamptz`
  const { rows } = await db.execute<{
    day: string
    reason: MonthlyMovement['reason']
    cents: string
    weights: MonthlyMovement['weights'] | null
  }>(sql`
    select to_char(e.at at time zone ${timeZone}::text, 'YYYY-MM-DD') as day, t.reason,
      coalesce((select -sum(x.debit_cents) from ledger_entries x where x.transaction_id = t.id and x.account = ${account}),
      0)::text as cents,
      (select json_object_agg(w.class, w.cents) from (
        select coalesce(l.tax_class, p.tax_class) as class, sum(l.line_total_cents - coalesce(l.discount_cents, 0))::float8 as cents
        from order_lines l left join products p on p.id = l.product_id where l.order_id = o.id and l.business_id = e.business_id group by 1
      ) w) as weights
    from ${movements(kind, before)} and e.business_id = ${businessId}::uuid and e.currency = ${currency} ${since}
    order by e.at, e.id`)
  return rows.map(({ day, reason, cents, weights }) => ({ day, reason, cents: Number(cents), weights: weights ?? {} }))
}

/** Returns the rates of tax that are in force on a day (ISO date). */
export function listRates(db: Db, day: string): Promise<TaxRule[]> {
  return db
    .select()
    .from(taxRules)
    .where(and(lte(taxRules.validFrom, day), or(isNull(taxRules.validTo), gte(taxRules.validTo, day))))
}

/** Returns the newest reference rates until a day (ISO date), by currency. */
export async function listReferenceRates(db: Db, day: string): Promise<Map<string, { day: string; perEur: number }>> {
  const rows = await db
    .selectDistinctOn([exchangeRates.currency])
    .from(exchangeRates)
    .where(lte(exchangeRates.day, day))
    .orderBy(asc(exchangeRates.currency), desc(exchangeRates.day))
  return new Map(rows.map(({ currency, day: of, perEur }) => [currency, { day: of, perEur }]))
}
