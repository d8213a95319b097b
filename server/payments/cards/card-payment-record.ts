import { and, asc, eq, gt, inArray, isNotNull, isNull, like, lt, lte, or, sql } from 'drizzle-orm'
import type { PaymentStatus } from '#domain/order.ts'
import { isUuid } from '#domain/text.ts'
import type { OrderRow } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { ledgerEntries, ledgerTransactions, milestoneIntents, orders, paymentEvents, payments } from '#server/platform/db/schema.ts'
import { enqueue, type Queue } from '#server/platform/outbox.ts'

/** Progress of a payment; it never goes backward. */
const RANK: readonly PaymentStatus[] = ['unpaid', 'processing', 'failed', 'partially_paid', 'paid', 'partially_refunded', 'refunded']

/** Stores an event of the provider. @returns false when it was stored before: it must not act again */
export async function insertProviderEvent(tx: Db, event: { id: string; type: string; at: Date }): Promise<boolean> {
  const written = await tx
    .insert(paymentEvents)
    .values({ ...event, outcome: 'received' })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  return written.length > 0
}

/** Stores the outcome of an event. */
export async function storeOutcome(tx: Db, id: string, { outcome, orderId }: { outcome: string; orderId: string | null }): Promise<void> {
  await tx.update(paymentEvents).set({ outcome, orderId }).where(eq(paymentEvents.id, id))
}

/** Checks if an intent is that of a milestone, which `server/fulfillment/milestone-cards/` settles. */
export const isMilestoneIntent = async (db: Db, intentId: string): Promise<boolean> =>
  (await db.$count(milestoneIntents, eq(milestoneIntents.intentId, intentId))) > 0

/** Finds the order of an intent: the one that stores it, as its own or a milestone's, else the one that the intent names. */
export async function findIntentOrder(db: Db, intentId: string, orderId: string | null): Promise<{ id: string; userId: string } | null> {
  const columns = { id: orders.id, userId: orders.userId }
  const [kept] = await db.select(columns).from(orders).where(eq(orders.paymentIntentId, intentId))
  if (kept) return kept
  const ofMilestone = eq(milestoneIntents.intentId, intentId)
  const [paid] = await db
    .select(columns)
    .from(orders)
    .innerJoin(milestoneIntents, eq(milestoneIntents.orderId, orders.id))
    .where(ofMilestone)
  if (paid) return paid
  if (!orderId || !isUuid(orderId)) return null
  const [named] = await db.select(columns).from(orders).where(eq(orders.id, orderId))
  return named ?? null
}

const isPayment = (orderId: string, intentId: string) =>
  and(eq(payments.orderId, orderId), eq(payments.kind, 'payment'), eq(payments.method, 'card'), eq(payments.reference, intentId))

/** Checks if the payment of this intent was recorded for the order. */
export async function hasPayment(db: Db, orderId: string, intentId: string): Promise<boolean> {
  return (await db.$count(payments, isPayment(orderId, intentId))) > 0
}

/** Finds the payment of this intent that was recorded for the order; null when there is none. */
export async function findCardPayment(db: Db, orderId: string, intentId: string): Promise<{ id: string; amountCents: number } | null> {
  const [row] = await db.select({ id: payments.id, amountCents: payments.amountCents }).from(payments).where(isPayment(orderId, intentId))
  return row ?? null
}

/** Checks if any card payment was recorded since. */
export async function hasCardPayment(db: Db, since: Date): Promise<boolean> {
  const isCard = and(eq(payments.kind, 'payment'), eq(payments.method, 'card'), gt(payments.at, since))
  return (await db.select({ id: payments.id }).from(payments).where(isCard).limit(1)).length > 0
}

/** Sums the fees recorded for a dispute so far, in cents, and counts their transactions. */
export async function readDisputeFee(db: Db, disputeId: string): Promise<{ cents: number; count: number }> {
  const isFee = and(eq(ledgerTransactions.reason, 'adjustment'), like(ledgerTransactions.reference, `dispute-fee:${disputeId}:%`))
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${ledgerEntries.debitCents}), 0)`, count: sql<number>`count(*)::int` })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.transactionId, ledgerTransactions.id), eq(ledgerEntries.account, 'adjustment')))
    .where(isFee)
  return { cents: Number(row?.cents ?? 0), count: row?.count ?? 0 }
}

/** Stores the intent of an order that has none yet. @returns false when it has another one */
export async function storeIntent(tx: Db, orderId: string, intentId: string): Promise<boolean> {
  const kept = await tx
    .update(orders)
    .set({ paymentIntentId: intentId })
    .where(and(eq(orders.id, orderId), or(isNull(orders.paymentIntentId), eq(orders.paymentIntentId, intentId))))
    .returning({ id: orders.id })
  return kept.length > 0
}

/** Clears the intent of an order, when it was canceled or refused, so that a new one is created. */
export async function dropIntent(tx: Db, orderId: string, attempt: number): Promise<void> {
  await tx
    .update(orders)
    .set({ paymentIntentId: null, paymentRequest: null, paymentAttempt: attempt + 1 })
    .where(and(eq(orders.id, orderId), eq(orders.paymentAttempt, attempt)))
}

/** Advances the payment of an unpaid order; a status that it has passed changes nothing. */
export async function advancePayment(tx: Db, orderId: string, to: PaymentStatus, at: Date): Promise<boolean> {
  const before = RANK.slice(0, RANK.indexOf(to))
  const moved = await tx
    .update(orders)
    .set({ paymentStatus: to, updatedAt: at, version: sql`${orders.version} + 1` })
    .where(and(eq(orders.id, orderId), inArray(orders.paymentStatus, before)))
    .returning({ id: orders.id })
  return moved.length > 0
}

/** Stores why staff have to check the payment of an order. */
export async function storeProblem(tx: Db, orderId: string, paymentProblem: string, at: Date): Promise<void> {
  await tx.update(orders).set({ paymentProblem, updatedAt: at }).where(eq(orders.id, orderId))
}

/** Changes the payment method of a locked order to card. */
export async function markAsCard(tx: Db, orderId: string): Promise<void> {
  await tx.update(orders).set({ paymentMethod: 'card' }).where(eq(orders.id, orderId))
}

/** Reopens an order that the shop itself canceled because nobody paid in time. */
export async function reopenOrder(tx: Db, orderId: string, at: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ status: 'pending', updatedAt: at, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, orderId))
}

/** Extends the reservation of an order's stock. */
export async function extendHold(tx: Db, orderId: string, holdUntil: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ holdUntil })
    .where(and(eq(orders.id, orderId), isNotNull(orders.holdUntil)))
}

/** An order whose payment is pending at the provider. */
export type WaitingOrder = Pick<typeof orders.$inferSelect, 'id' | 'paymentIntentId' | 'holdUntil'>

const waitingColumns = { id: orders.id, paymentIntentId: orders.paymentIntentId, holdUntil: orders.holdUntil }

/** Lists orders whose reservation has ended, the oldest first. */
export async function listEndedHolds(db: Db, at: Date, limit: number): Promise<WaitingOrder[]> {
  return db.select(waitingColumns).from(orders).where(lte(orders.holdUntil, at)).orderBy(asc(orders.holdUntil)).limit(limit)
}

/** Lists orders placed before `before` that wait for their card payment, by id after `after`. */
export async function listWaiting(db: Db, before: Date, after: string | null, limit: number): Promise<WaitingOrder[]> {
  return db
    .select(waitingColumns)
    .from(orders)
    .where(
      and(
        isNotNull(orders.holdUntil),
        isNotNull(orders.paymentIntentId),
        lt(orders.createdAt, before),
        after === null ? undefined : gt(orders.id, after),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(limit)
}

/** Requests to the provider in the outbox. */
export const PROVIDER_REQUESTS = { kinds: ['refund', 'intent-cancel', 'intent-return'], maxAttempts: 9 } as const satisfies Queue

/** A request to the provider, as the outbox stores it. */
export interface ProviderRequest {
  id: number
  kind: (typeof PROVIDER_REQUESTS.kinds)[number]
  /** `paymentId`: the payment that a part of a refund is from, where an order has several. */
  payload: { refundId?: string; paymentId?: string; intentId?: string; amountCents?: number }
  attempts: number
}

/**
 * Enqueues the refund of a payment that was never recorded, because its order had been paid before.
 * @returns false when it was enqueued before
 */
export function queueReturn(tx: Db, payload: { intentId: string; amountCents: number }, at: Date): Promise<boolean> {
  return enqueue(tx, { kind: 'intent-return', dedupeKey: `intent-return:${payload.intentId}`, payload, at })
}

/** Stores the first request for the intent of an order before it is sent; a later one changes nothing. */
export async function storeIntentRequest(tx: Db, orderId: string, paymentRequest: NonNullable<OrderRow['paymentRequest']>): Promise<void> {
  await tx
    .update(orders)
    .set({ paymentRequest })
    .where(and(eq(orders.id, orderId), isNull(orders.paymentRequest)))
}
