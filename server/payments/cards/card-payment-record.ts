import { and, asc, eq, gt, inArray, isNotNull, isNull, like, lt, lte, or, sql } from 'drizzle-orm'
import type { PaymentStatus } from '#domain/order.ts'
import type { Db } from '#server/platform/db/client.ts'
import { ledgerEntries, ledgerTransactions, orders, outbox, paymentEvents, payments } from '#server/platform/db/schema.ts'
import { enqueue, type Queue } from '#server/platform/outbox.ts'

/** How far a payment has come; it never goes back (reliability.md, How 2). */
const RANK: readonly PaymentStatus[] = ['unpaid', 'processing', 'failed', 'paid', 'partially_refunded', 'refunded']

/** Writes down a message of the provider. @returns false when it was written down before: it must not act again */
export async function insertProviderEvent(tx: Db, event: { id: string; type: string; at: Date }): Promise<boolean> {
  const written = await tx
    .insert(paymentEvents)
    .values({ ...event, outcome: 'received' })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  return written.length > 0
}

/** Writes down what came of a message. */
export async function storeOutcome(tx: Db, id: string, result: { outcome: string; orderId: string | null }): Promise<void> {
  await tx.update(paymentEvents).set(result).where(eq(paymentEvents.id, id))
}

/** The order of an intent: the one that keeps it, else the one that it names and that has no other. */
export async function findIntentOrder(db: Db, intentId: string, orderId: string | null): Promise<{ id: string; userId: string } | null> {
  const columns = { id: orders.id, userId: orders.userId }
  const [kept] = await db.select(columns).from(orders).where(eq(orders.paymentIntentId, intentId))
  if (kept) return kept
  if (!orderId || !/^[0-9a-f-]{36}$/i.test(orderId)) return null
  const [named] = await db.select(columns).from(orders).where(eq(orders.id, orderId))
  return named ?? null
}

const isPayment = (orderId: string, intentId: string) =>
  and(eq(payments.orderId, orderId), eq(payments.kind, 'payment'), eq(payments.method, 'card'), eq(payments.reference, intentId))

/** Whether the payment of this intent was written down for the order. */
export async function hasPayment(db: Db, orderId: string, intentId: string): Promise<boolean> {
  return (await db.$count(payments, isPayment(orderId, intentId))) > 0
}

/** The payment of this intent as it was written down for the order; null where it was not. */
export async function findCardPayment(db: Db, orderId: string, intentId: string): Promise<{ id: string } | null> {
  const [row] = await db.select({ id: payments.id }).from(payments).where(isPayment(orderId, intentId))
  return row ?? null
}

/** Says if any card payment has come in since. */
export async function hasCardPayment(db: Db, since: Date): Promise<boolean> {
  const isCard = and(eq(payments.kind, 'payment'), eq(payments.method, 'card'), gt(payments.at, since))
  return (await db.select({ id: payments.id }).from(payments).where(isCard).limit(1)).length > 0
}

/** The fee that was booked for a dispute so far, in cents, and by how many bookings. */
export async function readDisputeFee(db: Db, disputeId: string): Promise<{ cents: number; count: number }> {
  const isFee = and(eq(ledgerTransactions.reason, 'adjustment'), like(ledgerTransactions.reference, `dispute-fee:${disputeId}:%`))
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${ledgerEntries.debitCents}), 0)`, count: sql<number>`count(*)::int` })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.transactionId, ledgerTransactions.id), eq(ledgerEntries.account, 'adjustment')))
    .where(isFee)
  return { cents: Number(row?.cents ?? 0), count: row?.count ?? 0 }
}

/** Keeps the intent of an order that has none yet. @returns false when it has another one */
export async function storeIntent(tx: Db, orderId: string, intentId: string): Promise<boolean> {
  const kept = await tx
    .update(orders)
    .set({ paymentIntentId: intentId })
    .where(and(eq(orders.id, orderId), or(isNull(orders.paymentIntentId), eq(orders.paymentIntentId, intentId))))
    .returning({ id: orders.id })
  return kept.length > 0
}

/** Lets the provider be asked anew for an order whose intent is dead or was refused. */
export async function dropIntent(tx: Db, orderId: string, attempt: number): Promise<void> {
  await tx
    .update(orders)
    .set({ paymentIntentId: null, paymentAttempt: attempt + 1 })
    .where(and(eq(orders.id, orderId), eq(orders.paymentAttempt, attempt)))
}

/** Moves the payment of an unpaid order forward; a state that it has passed changes nothing. */
export async function advancePayment(tx: Db, orderId: string, to: PaymentStatus, at: Date): Promise<boolean> {
  const before = RANK.slice(0, RANK.indexOf(to))
  const moved = await tx
    .update(orders)
    .set({ paymentStatus: to, updatedAt: at, version: sql`${orders.version} + 1` })
    .where(and(eq(orders.id, orderId), inArray(orders.paymentStatus, before)))
    .returning({ id: orders.id })
  return moved.length > 0
}

/** Notes why a person has to look at the payment of an order. */
export async function storeProblem(tx: Db, orderId: string, paymentProblem: string, at: Date): Promise<void> {
  await tx.update(orders).set({ paymentProblem, updatedAt: at }).where(eq(orders.id, orderId))
}

/** Writes down by which way a locked order was paid in the end. */
export async function markAsCard(tx: Db, orderId: string): Promise<void> {
  await tx.update(orders).set({ paymentMethod: 'card' }).where(eq(orders.id, orderId))
}

/** Brings an order back that the shop itself cancelled because nobody paid in time. */
export async function reopenOrder(tx: Db, orderId: string, at: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ status: 'pending', updatedAt: at, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, orderId))
}

/** Lets the goods of an order wait longer. */
export async function extendHold(tx: Db, orderId: string, holdUntil: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ holdUntil })
    .where(and(eq(orders.id, orderId), isNotNull(orders.holdUntil)))
}

/** An order whose payment the provider is asked about. */
export type WaitingOrder = Pick<typeof orders.$inferSelect, 'id' | 'paymentIntentId' | 'holdUntil'>

const waitingColumns = { id: orders.id, paymentIntentId: orders.paymentIntentId, holdUntil: orders.holdUntil }

/** Orders whose hold has ended, the oldest first. */
export async function listEndedHolds(db: Db, at: Date, limit: number): Promise<WaitingOrder[]> {
  return db.select(waitingColumns).from(orders).where(lte(orders.holdUntil, at)).orderBy(asc(orders.holdUntil)).limit(limit)
}

/** Orders placed before `before` that wait for their card payment, by id after `after`. */
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
  payload: { refundId?: string; intentId?: string; amountCents?: number }
  attempts: number
}

/** Enqueues the refund of a payment that was never recorded, because its order had been paid before. */
export async function queueReturn(tx: Db, payload: { intentId: string; amountCents: number }, at: Date): Promise<void> {
  await enqueue(tx, { kind: 'intent-return', dedupeKey: `intent-return:${payload.intentId}`, payload, at })
}

/** With which amount an intent was asked for first: the same key must always be sent with the same amount. */
export interface IntentRequest {
  amountCents: number
  currency: 'USD' | 'EUR'
}

const askKey = (orderId: string, attempt: number) => `order:${orderId}:${attempt}`

/** Writes down with what an intent is asked for, before it is. */
export async function storeIntentRequest(tx: Db, orderId: string, attempt: number, payload: IntentRequest, at: Date): Promise<void> {
  await tx
    .insert(outbox)
    .values({ kind: 'intent', dedupeKey: askKey(orderId, attempt), payload, createdAt: at, dueAt: at, sentAt: at })
    .onConflictDoNothing({ target: outbox.dedupeKey })
}

/** With what the intent of an attempt is asked for, and under which key of the provider; null where it was never noted. */
export async function findIntentRequest(db: Db, orderId: string, attempt: number): Promise<(IntentRequest & { key: string }) | null> {
  const key = askKey(orderId, attempt)
  const [row] = await db.select({ payload: outbox.payload }).from(outbox).where(eq(outbox.dedupeKey, key))
  return row ? { ...(row.payload as IntentRequest), key } : null // written by storeIntentRequest
}
