import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { CustomsFacts } from '#domain/document.ts'
import { REGISTER_RULES } from '#domain/producer-registers.ts'
import type { SaleUnit } from '#domain/product-fields.ts'
import { refundCauseKey } from '#domain/refund-cause.ts'
import { dayOf } from '#domain/time.ts'
import { findCustomsFacts } from '#server/catalog/products/fact-columns.ts'
import { type OrderRecord, productIdsOf } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  businesses,
  exchangeRates,
  ledgerEntries,
  ledgerTransactions,
  orderEvents,
  orderLines,
  orders,
  payments,
  refundShares,
  refunds,
  sellerOrders,
} from '#server/platform/db/schema.ts'
import type { ShopCompany } from '#server/platform/settings/groups/company.ts'
import { readSettings, readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { listRegistrationsOf, type RegistrationRow } from '#server/pricing/tax/registration-list.ts'
import type { BusinessRow } from '#server/sellers/applications/business-record.ts'
import { listForOffers, type OfferRow } from '#server/sellers/registers/registration-list.ts'
import { type DocumentRow, inForce, listDocumentsOf, listOlderInvoices } from './document-record.ts'

/** A settled refund with its shares, the units that it is for, and the tax that the ledger posted for each share. */
export interface SettledRefund {
  id: string
  /** True for VAT that a VAT ID takes away which was confirmed after the order. */
  isVat: boolean
  reason: string
  at: Date
  shares: { businessId: string; amountCents: number; taxCents: number | null }[]
  units: { lineId: string; businessId: string; quantity: number; amountCents: number }[]
}

/** Facts of one order that its documents follow from. */
export interface OrderSource {
  record: Omit<OrderRecord, 'shipments'>
  payments: { at: Date; method: string; reference: string }[]
  /** In the order in which they settled. */
  refunds: SettledRefund[]
  /** Cents that were paid of each seller order, by seller. */
  sold: ReadonlyMap<string, number>
  /** When the seller order of a business was canceled. */
  canceledAt: ReadonlyMap<string, Date>
  /** Without those that a change of the order made void. */
  documents: DocumentRow[]
  /** Invoice of the version before, which has a number and maybe no document yet. */
  older: { number: number; issuedAt: Date } | null
  /** Time zone of the shop, in which the days of new documents are. */
  timeZone: string
}

/** Facts of the shop that documents print. */
export interface ShopSource {
  company: ShopCompany
  registrations: readonly RegistrationRow[]
  businesses: ReadonlyMap<string, BusinessRow>
  products: ReadonlyMap<string, CustomsFacts & { sku: string | null; saleUnit: SaleUnit }>
  /** Numbers of the sellers in registers of producers, by seller. */
  producers: ReadonlyMap<string, readonly OfferRow[]>
  /** Newest reference rates until the day, by currency. */
  rates: ReadonlyMap<string, { day: string; perEur: number }>
}

/** Reads the facts of these orders, in a fixed number of statements. */
export async function readOrderSources(db: Db, ids: readonly string[]): Promise<OrderSource[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
  const parts = Map.groupBy(
    await db
      .select()
      .from(sellerOrders)
      .where(inArray(sellerOrders.orderId, [...ids]))
      .orderBy(asc(sellerOrders.businessName), asc(sellerOrders.businessId)),
    ({ orderId }) => orderId,
  )
  const lines = Map.groupBy(
    await db
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, [...ids]))
      .orderBy(asc(orderLines.position)),
    ({ orderId }) => orderId,
  )
  const paid = rows.filter(({ paidCents }) => paidCents > 0).map(({ id }) => id)
  const received = Map.groupBy(await listPayments(db, paid), ({ orderId }) => orderId)
  const refunded = await listSettledRefunds(db, paid)
  const sold = await listSold(db, paid)
  const canceled = rows.filter(({ id }) => parts.get(id)?.some(({ status }) => status === 'cancelled')).map(({ id }) => id)
  const canceledAt = await listCanceled(db, canceled)
  const documents = Map.groupBy(await listDocumentsOf(db, ids), ({ orderId }) => orderId)
  const older = await listOlderInvoices(db, ids)
  const timeZone = await readTimeZone(db)
  return rows.map((order) => ({
    record: { order, parts: parts.get(order.id) ?? [], lines: lines.get(order.id) ?? [] },
    payments: received.get(order.id) ?? [],
    refunds: refunded.get(order.id) ?? [],
    sold: sold.get(order.id) ?? new Map(),
    canceledAt: canceledAt.get(order.id) ?? new Map(),
    documents: inForce(documents.get(order.id) ?? []),
    older: older.get(order.id) ?? null,
    timeZone,
  }))
}

async function listPayments(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { orderId, at, method, reference, kind, id } = payments
  return db
    .select({ orderId, at, method, reference })
    .from(payments)
    .where(and(inArray(orderId, [...ids]), eq(kind, 'payment')))
    .orderBy(asc(at), asc(id))
}

async function listSettledRefunds(db: Db, ids: readonly string[]): Promise<Map<string, SettledRefund[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.orderId, [...ids]), eq(refunds.status, 'settled')))
    .orderBy(asc(refunds.settledAt), asc(refunds.id))
  if (rows.length === 0) return new Map()
  const refundIds = rows.map(({ id }) => id)
  const shares = await db.select().from(refundShares).where(inArray(refundShares.refundId, refundIds)).orderBy(asc(refundShares.businessId))
  const taxes = await listPostedTaxes(db, ids)
  const units = Map.groupBy(await listUnits(db, ids), ({ refundId }) => refundId)
  const refunded = rows.map(({ id, orderId, cause, reason, settledAt, createdAt }) => ({
    orderId,
    id,
    isVat: cause === refundCauseKey({ kind: 'vat', orderId }),
    reason,
    at: settledAt ?? createdAt,
    shares: shares
      .filter(({ refundId }) => refundId === id)
      .map(({ businessId, amountCents, taxCents }) => ({
        businessId,
        amountCents,
        taxCents: taxCents ?? taxes.get(`${id}:${businessId}`) ?? null,
      })),
    units: units.get(id) ?? [],
  }))
  return Map.groupBy(refunded, ({ orderId }) => orderId)
}

/**
 * Tax of each posted share of a refund, by the reference of its transaction; without those of sellers that owe their tax themselves, which
 * is among their earnings.
 */
async function listPostedTaxes(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ reference: string; cents: string }>(sql`
    select t.reference, coalesce((select sum(e.debit_cents) from ledger_entries e where e.transaction_id = t.id and e.account = 'tax'),
      0) as cents
    from ledger_transactions t where t.reason = 'refund' and ${inArray(sql`t.order_id`, [...ids])}
      and not exists (select from order_lines l where l.order_id = t.order_id and l.collector is not null
      and t.reference like '%:' || l.business_id)`)
  return new Map(rows.map(({ reference, cents }) => [reference, Number(cents)]))
}

async function listUnits(db: Db, ids: readonly string[]) {
  const { rows } = await db.execute<Record<'refund_id' | 'line_id' | 'business_id' | 'quantity' | 'amount', string>>(sql`
    select u.refund_id, u.line_id, l.business_id, u.quantity, u.amount_cents as amount
    from (
      select f.refund_id, f.line_id, f.quantity, f.amount_cents from refund_lines f
        join refunds r on r.id = f.refund_id where ${inArray(sql`r.order_id`, [...ids])}
      union all
      select r.id, t.line_id, t.quantity, t.amount_cents from returns n
        join return_lines t on t.return_id = n.id
        join refunds r on r.order_id = n.order_id and r.cause = 'return:' || n.id
        where ${inArray(sql`n.order_id`, [...ids])}
    ) u join order_lines l on l.id = u.line_id
    order by l.position`)
  return rows.map((row) => ({
    refundId: row.refund_id,
    lineId: row.line_id,
    businessId: row.business_id,
    quantity: Number(row.quantity),
    amountCents: Number(row.amount),
  }))
}

async function listSold(db: Db, ids: readonly string[]): Promise<Map<string, Map<string, number>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      orderId: ledgerTransactions.orderId,
      businessId: sql<string>`split_part(${ledgerTransactions.reference}, ':', 2)`,
      cents: sql<string>`sum(${ledgerEntries.debitCents})`,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.transactionId, ledgerTransactions.id), eq(ledgerEntries.account, 'clearing')))
    .where(and(inArray(ledgerTransactions.orderId, [...ids]), eq(ledgerTransactions.reason, 'sale')))
    .groupBy(sql`1, 2`)
  const groups = Map.groupBy(rows, ({ orderId }) => orderId ?? '')
  return new Map([...groups].map(([id, own]) => [id, new Map(own.map(({ businessId, cents }) => [businessId, Number(cents)]))]))
}

async function listCanceled(db: Db, ids: readonly string[]): Promise<Map<string, Map<string, Date>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ orderId: orderEvents.orderId, businessId: orderEvents.businessId, at: orderEvents.at })
    .from(orderEvents)
    .where(and(inArray(orderEvents.orderId, [...ids]), eq(orderEvents.to, 'cancelled')))
    .orderBy(asc(orderEvents.id))
  const groups = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map([...groups].map(([id, own]) => [id, new Map(own.map(({ businessId, at }) => [businessId ?? '', at]))]))
}

/** Reads the numbers of sellers for the countries of these orders whose invoices name them. */
async function readProducers(db: Db, sources: readonly OrderSource[], sellers: readonly string[]): Promise<ShopSource['producers']> {
  const countries = new Set(sources.map(({ record }) => record.order.customer.country ?? ''))
  const wanted = [...new Set(REGISTER_RULES.filter((rule) => rule.isNamed).map(({ country }) => country))].filter((one) =>
    countries.has(one),
  )
  const found: OfferRow[] = []
  for (const country of wanted) found.push(...(await listForOffers(db, country, sellers)))
  return Map.groupBy(found, ({ businessId }) => businessId)
}

/** Reads the facts of the shop for the documents of these orders, as they are on the day of a moment. */
export async function readShopSource(db: Db, sources: readonly OrderSource[], at: Date): Promise<ShopSource> {
  const sellers = [...new Set(sources.flatMap(({ record }) => record.parts.map(({ businessId }) => businessId)))]
  const productIds = [...new Set(sources.flatMap(({ record }) => productIdsOf(record.lines)))]
  const { company } = await readSettings(db)
  const owners = sellers.length === 0 ? [] : await db.select().from(businesses).where(inArray(businesses.id, sellers))
  const newest = await db
    .selectDistinctOn([exchangeRates.currency])
    .from(exchangeRates)
    .where(lte(exchangeRates.day, dayOf(at, company.timeZone)))
    .orderBy(asc(exchangeRates.currency), sql`${exchangeRates.day} desc`)
  return {
    company,
    registrations: await listRegistrationsOf(db, sellers),
    businesses: new Map(owners.map((row) => [row.id, row])),
    products: await findCustomsFacts(db, productIds),
    producers: await readProducers(db, sources, sellers),
    rates: new Map(newest.map(({ currency, day: of, perEur }) => [currency, { day: of, perEur }])),
  }
}
