import { and, asc, desc, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#domain/money.ts'
import type { TaxClass } from '#domain/product-facts.ts'
import type { TaxRule } from '#domain/tax-rates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { exchangeRates, taxRules } from '#server/platform/db/schema.ts'

/** Kinds of documents that are written every month. */
export type MonthlyKind = 'commission' | 'self_bill'

/** A seller in one currency with what its next monthly document begins with. */
export interface DueSeller {
  businessId: string
  currency: Currency
  /** Day after the last one that a document of the kind is about (ISO date); null: there was none. */
  from: string | null
}

/** Money of a sale or of refunds of one seller order, in cents without tax; refunds are below 0. */
export interface MonthlyMovement {
  /** Day in UTC (ISO date). */
  day: string
  reason: 'sale' | 'refund'
  cents: number
  /** Net worth of the products of the order by their class of tax. */
  weights: Partial<Record<TaxClass, number>>
}

/** Condition on orders `o` and the sale `s`: a kind is about orders of one seller of record; self-billed are sales since the seller agreed. */
const isAbout = (kind: MonthlyKind): SQL =>
  kind === 'commission'
    ? sql`o.seller_of_record = 'seller'`
    : sql`o.seller_of_record = 'platform' and exists (
        select from ledger_transactions s join businesses b on b.id = e.business_id
        where s.reason = 'sale' and s.reference = o.id || ':' || e.business_id and s.at >= b.documents_agreed_at)`

/** Sales and refunds of sellers before a day; `e` is the entry of the seller, `t` its transaction, `o` the order. */
const movements = (kind: MonthlyKind, before: string) => sql`
  ledger_entries e join ledger_transactions t on t.id = e.transaction_id join orders o on o.id = t.order_id
  where e.account = 'seller' and t.reason in ('sale', 'refund') and e.at < ${before}::date::timestamp at time zone 'UTC' and ${isAbout(kind)}`

/** Last day of documents of a kind, for each seller and currency. */
const lastDocuments = (kind: MonthlyKind) => sql`
  select d.business_id, d.currency, max(d.content->'period'->>'to') as day from documents d where d.kind = ${kind} group by 1, 2`

/** Lists the sellers with sales or refunds that no document of a kind is about yet, until a day (ISO date, not included). */
export async function listDueSellers(db: Db, kind: MonthlyKind, before: string): Promise<DueSeller[]> {
  const { rows } = await db.execute<{ id: string; currency: Currency; day: string | null }>(sql`
    with last as (${lastDocuments(kind)})
    select m.business_id as id, m.currency, l.day from (
      select e.business_id, e.currency, max(e.at) as at from ${movements(kind, before)} group by 1, 2
    ) m left join last l on l.business_id = m.business_id and l.currency = m.currency
    where l.day is null or m.at >= l.day::date::timestamp at time zone 'UTC'
    order by 1, 2`)
  return rows.map(({ id, currency, day }) => ({ businessId: id, currency, from: day }))
}

/** Returns the day after the last one that a document of a kind is about (ISO date); null: there was none. */
export async function findLastDay(db: Db, kind: MonthlyKind, { businessId, currency }: DueSeller): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select max(d.content->'period'->>'to') as day from documents d
    where d.business_id = ${businessId}::uuid and d.currency = ${currency} and d.kind = ${kind}`)
  return rows[0]?.day ?? null
}

/**
 * Lists the sales and refunds of a seller that a monthly document is about: commission, or for a self-billed one what is left of the price for the
 * seller; by their time.
 */
export async function listMovements(
  db: Db,
  kind: MonthlyKind,
  { businessId, currency, from }: DueSeller,
  before: string,
): Promise<MonthlyMovement[]> {
  const account = kind === 'commission' ? 'commission' : 'seller'
  const since = from === null ? sql`` : sql`and e.at >= ${from}::date::timestamp at time zone 'UTC'`
  const { rows } = await db.execute<{
    day: string
    reason: MonthlyMovement['reason']
    cents: string
    weights: MonthlyMovement['weights'] | null
  }>(sql`
    select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD') as day, t.reason,
      coalesce((select -sum(x.debit_cents) from ledger_entries x where x.transaction_id = t.id and x.account = ${account}), 0)::text as cents,
      (select json_object_agg(w.class, w.cents) from (
        select p.tax_class as class, sum(l.line_total_cents - coalesce(l.discount_cents, 0))::float8 as cents
        from order_lines l join products p on p.id = l.product_id where l.order_id = o.id and l.business_id = e.business_id group by 1
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
