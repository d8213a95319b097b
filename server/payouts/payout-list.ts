import { and, asc, count, desc, eq, inArray, or, type SQL, sql, sum } from 'drizzle-orm'
import type { PAYOUT_SORTS } from '#contract/payouts/payouts.ts'
import type { ApprovalStatus } from '#domain/business.ts'
import { DISPUTE_STATUSES, isOpenDispute } from '#domain/dispute.ts'
import type { Currency } from '#domain/money.ts'
import { PAYOUT_STATUSES, type PayoutMethod, type PayoutStatus } from '#domain/payout.ts'
import type { PayoutDestination } from '#domain/payout-hold.ts'
import { normalizeText } from '#domain/search/words.ts'
import { normalizeIdentifier } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { businesses, payoutAccounts, payouts } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import { freeNumber } from '#server/platform/db/take-number.ts'
import { normalized } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere } from '#server/platform/text/search-text.ts'
import type { PayoutAccountRow } from './accounts/payout-account.ts'
import type { HoldColumns } from './holds/held-sellers.ts'

/** A payout with the name of its seller, the seller's account of today and hold. */
export type PayoutRow = typeof payouts.$inferSelect & { businessName: string; account: PayoutAccountRow | null; seller: HoldColumns }

const SELLER = { payoutsHeldUntil: businesses.payoutsHeldUntil, payoutsHeldReason: businesses.payoutsHeldReason }

const OPEN_DISPUTES = DISPUTE_STATUSES.filter(isOpenDispute)

/** Filter of payouts; absent means all. */
interface PayoutFilter {
  status?: PayoutStatus | undefined
  method?: PayoutMethod | undefined
  currency?: Currency | undefined
  businessId?: string | undefined
  /** Part of the number or of the seller's name. */
  search?: string | undefined
}

const BY_NAME = sql`(lower(${businesses.name}) collate "C")`
const PROGRESS = sql`array_position(array[${sql.raw(PAYOUT_STATUSES.map((status) => `'${status}'`).join(', '))}], ${payouts.status})`

const ORDERS: Record<(typeof PAYOUT_SORTS)[number], SQL[]> = {
  '-createdAt': [desc(payouts.createdAt), desc(payouts.number)],
  createdAt: [asc(payouts.createdAt), asc(payouts.number)],
  '-amount': [desc(payouts.amountCents), desc(payouts.number)],
  amount: [asc(payouts.amountCents), asc(payouts.number)],
  business: [sql`${BY_NAME} asc`, desc(payouts.number)],
  '-business': [sql`${BY_NAME} desc`, desc(payouts.number)],
  status: [sql`${PROGRESS} asc`, desc(payouts.createdAt), desc(payouts.number)],
  '-status': [sql`${PROGRESS} desc`, desc(payouts.createdAt), desc(payouts.number)],
}

const wanted = ({ status, method, currency, businessId, search }: PayoutFilter) =>
  and(
    status && eq(payouts.status, status),
    method && eq(payouts.method, method),
    currency && eq(payouts.currency, currency),
    businessId ? eq(payouts.businessId, businessId) : undefined,
    search
      ? or(
          sql`${payouts.number} like ${likeAnywhere(normalizeIdentifier(search).toUpperCase())}`,
          sql`${normalized(businesses.name)} like ${likeAnywhere(normalizeText(search))}`,
        )
      : undefined,
  )

const withNames = (db: Db) =>
  db
    .select({ payout: payouts, businessName: businesses.name, account: payoutAccounts, seller: SELLER })
    .from(payouts)
    .innerJoin(businesses, eq(businesses.id, payouts.businessId))
    .leftJoin(payoutAccounts, eq(payoutAccounts.businessId, payouts.businessId))
    .$dynamic()

const flat = ({ payout, ...more }: Awaited<ReturnType<typeof withNames>>[number]): PayoutRow => ({ ...payout, ...more })

/** One part of the payouts that a filter leaves; the newest first unless sorted. */
export async function listPayouts(
  db: Db,
  filter: PayoutFilter,
  { sort = '-createdAt', limit, offset, ids }: { sort?: keyof typeof ORDERS | undefined } & ListPart,
): Promise<PayoutRow[]> {
  const rows = await withNames(db)
    .where(ids ? isOneOf(payouts.id, ids) : wanted(filter))
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset(offset)
  return rows.map(flat)
}

/** Returns the ids of all payouts that a filter leaves, in the order of the list. */
export function listPayoutIds(db: Db, filter: PayoutFilter, sort: keyof typeof ORDERS = '-createdAt'): Promise<string[]> {
  const matching = db.select({ id: payouts.id }).from(payouts).innerJoin(businesses, eq(businesses.id, payouts.businessId))
  return readIds(db, matching.where(wanted(filter)).orderBy(...ORDERS[sort]))
}

/** Number of payouts that a filter leaves. */
export async function countPayouts(db: Db, filter: PayoutFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(payouts)
    .innerJoin(businesses, eq(businesses.id, payouts.businessId))
    .where(wanted(filter))
  return row?.total ?? 0
}

/** Returns the sums of the payouts that a filter leaves, by currency; cents. */
export async function sumListedPayouts(db: Db, filter: PayoutFilter) {
  const { currency, amountCents } = payouts
  return db
    .select({ currency, count: count(), amount: sum(amountCents) })
    .from(payouts)
    .innerJoin(businesses, eq(businesses.id, payouts.businessId))
    .where(wanted(filter))
    .groupBy(currency)
    .orderBy(currency)
}

/** A payout; null where there is none. */
export async function findPayout(db: Db, id: string): Promise<PayoutRow | null> {
  const [row] = await withNames(db).where(eq(payouts.id, id))
  return row ? flat(row) : null
}

/** As `findPayout`, locked until the transaction ends. */
export async function lockPayout(tx: Db, id: string): Promise<PayoutRow | null> {
  const [row] = await tx.select({ id: payouts.id }).from(payouts).where(eq(payouts.id, id)).for('no key update')
  return row ? findPayout(tx, id) : null
}

/** Makes those who prepare payouts wait for each other until the transaction ends. */
export async function lockPreparing(tx: Db): Promise<void> {
  await takeLock(tx, 'payouts')
}

/** Returns a number for a payout. Call it under `lockPreparing`. */
export const newPayoutNumber = (tx: Db): Promise<string> => freeNumber(tx, 'PAY', payouts.number)

/** Inserts a prepared payout. */
export async function insertPayout(tx: Db, payout: typeof payouts.$inferInsert): Promise<string> {
  const [row] = await tx.insert(payouts).values(payout).returning({ id: payouts.id })
  if (!row) throw new Error('The payout was not stored')
  return row.id
}

/** Changes a locked payout and counts its version up. */
export async function updatePayout(tx: Db, id: string, change: Partial<typeof payouts.$inferInsert>): Promise<void> {
  await tx
    .update(payouts)
    .set({ ...change, version: sql`${payouts.version} + 1` })
    .where(eq(payouts.id, id))
}

/** Facts that decide if a seller is paid, and how. */
interface Payee {
  businessId: string
  name: string
  email: string
  approval: ApprovalStatus
  account: PayoutDestination | null
  hold: HoldColumns
  /** Its account at Stripe can be paid. */
  isStripeReady: boolean
}

/** Every seller with its account, by id; only those with a balance matter, so read it beside the balances. */
export async function listPayees(db: Db): Promise<Map<string, Payee>> {
  const rows = await db
    .select({
      businessId: businesses.id,
      name: businesses.name,
      email: businesses.email,
      approval: businesses.businessStatus,
      account: {
        holder: payoutAccounts.holder,
        iban: payoutAccounts.iban,
        routingNumber: payoutAccounts.routingNumber,
        accountNumber: payoutAccounts.accountNumber,
        stripeAccountId: payoutAccounts.stripeAccountId,
      },
      hold: SELLER,
      isStripeReady: sql<boolean>`coalesce(${payoutAccounts.stripeReady} and ${payoutAccounts.stripeAccountId} is not null, false)`,
    })
    .from(businesses)
    .leftJoin(payoutAccounts, eq(payoutAccounts.businessId, businesses.id))
    .where(sql`exists (select 1 from ledger_entries e where e.account = 'seller' and e.business_id = ${businesses.id})`)
  return new Map(rows.map((row) => [row.businessId, row]))
}

/** Every payout that goes by bank, the oldest first. */
export async function listForBank(db: Db, filter: Pick<PayoutFilter, 'status' | 'currency'>): Promise<PayoutRow[]> {
  const rows = await withNames(db)
    .where(wanted({ ...filter, method: 'manual' }))
    .orderBy(asc(payouts.createdAt), asc(payouts.number))
  return rows.map(flat)
}

/** Every prepared payout, the oldest first. */
export async function listPrepared(db: Db): Promise<PayoutRow[]> {
  return (
    await withNames(db)
      .where(wanted({ status: 'draft' }))
      .orderBy(asc(payouts.createdAt), asc(payouts.number))
  ).map(flat)
}

/** Those of these payouts whose seller has a disputed payment in their currency, or lost one after they were prepared. */
export async function listDisputed(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        inArray(payouts.id, [...ids]),
        sql`exists (
          select 1 from seller_orders p
          join disputes d on d.order_id = p.order_id and d.currency = ${payouts.currency}
          where p.business_id = ${payouts.businessId} and (
            d.status in ${OPEN_DISPUTES}
            or exists (
              select 1 from refunds r join refund_shares x on x.refund_id = r.id and x.business_id = p.business_id
              where r.cause = 'dispute:' || d.id and r.settled_at >= ${payouts.createdAt})))`,
      ),
    )
  return rows.map(({ id }) => id)
}

/** Cents of a seller's payouts in each currency and state. */
export async function sumPayouts(db: Db, businessId: string): Promise<{ currency: Currency; status: PayoutStatus; cents: number }[]> {
  const rows = await db
    .select({ currency: payouts.currency, status: payouts.status, cents: sql<string>`sum(${payouts.amountCents})` })
    .from(payouts)
    .where(eq(payouts.businessId, businessId))
    .groupBy(payouts.currency, payouts.status)
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }))
}
