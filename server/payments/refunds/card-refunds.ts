import { and, desc, eq, gt, inArray, isNull, like, ne, not, notInArray, or, sql } from 'drizzle-orm'
import { takeBack } from '#domain/part-payment.ts'
import type { Db } from '#server/platform/db/client.ts'
import { cardRefunds, type orders, payments, refunds } from '#server/platform/db/schema.ts'
import { enqueue } from '#server/platform/outbox.ts'

/** Part of a refund that goes back to a card; cents. */
type CardRefundRow = typeof cardRefunds.$inferSelect

/**
 * Returns whether refunds of an order are split over its payments: of one that is paid later, and of a card order whose price changed,
 * since some of it is paid by transfer, or was sent back before; of one with an exchange, too, whose refund is sent in part.
 */
export async function isPaidApart(
  db: Db,
  { id, paymentMethod, paymentStatus }: Pick<typeof orders.$inferSelect, 'id' | 'paymentMethod' | 'paymentStatus'>,
): Promise<boolean> {
  if (paymentMethod !== 'card' || paymentStatus === 'partially_paid') return true
  const methods = await db
    .select({ method: payments.method })
    .from(payments)
    .where(and(eq(payments.orderId, id), eq(payments.kind, 'payment')))
  const hasBoth = methods.some(({ method }) => method === 'card') && methods.some(({ method }) => method !== 'card')
  const isSplit = or(eq(refunds.isKept, true), gt(refunds.exchangedCents, 0))
  return hasBoth || (await db.$count(refunds, and(eq(refunds.orderId, id), isSplit))) > 0
}

/**
 * Stores that the refunds of an order which was paid by one card went to that card: from its first exchange on, its refunds are split over
 * its payments.
 */
export async function assignToCard(tx: Db, orderId: string): Promise<void> {
  const [payment, ...others] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.kind, 'payment')))
  if (payment?.method !== 'card' || others.length > 0) return
  const known = tx.select({ id: cardRefunds.refundId }).from(cardRefunds).where(eq(cardRefunds.paymentId, payment.id))
  const earlier = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, 'failed'), eq(refunds.exchangedCents, 0), notInArray(refunds.id, known)))
  for (const { id: refundId, amountCents, reference } of earlier) {
    await insertCardRefund(tx, { refundId, paymentId: payment.id, amountCents, sentCents: amountCents, reference })
  }
}

/** Stores the part of a refund that goes back to the card of a payment. */
export async function insertCardRefund(tx: Db, part: typeof cardRefunds.$inferInsert): Promise<void> {
  await tx.insert(cardRefunds).values(part)
}

/** Lists the parts of a refund that go back to cards; none of an order that was paid at once. */
export const listCardRefunds = (db: Db, refundId: string): Promise<CardRefundRow[]> =>
  db.select().from(cardRefunds).where(eq(cardRefunds.refundId, refundId)).orderBy(cardRefunds.paymentId)

/** Finds a part of a refund with the intent of the card payment that it goes back to; null where there is none. */
export async function findCardRefund(
  db: Db,
  refundId: string,
  paymentId: string,
): Promise<{ part: CardRefundRow; intentId: string } | null> {
  const [row] = await db
    .select({ part: cardRefunds, intentId: payments.reference })
    .from(cardRefunds)
    .innerJoin(payments, eq(payments.id, cardRefunds.paymentId))
    .where(and(eq(cardRefunds.refundId, refundId), eq(cardRefunds.paymentId, paymentId)))
  return row ?? null
}

/** Stores the provider's answer to a part of a refund. */
export async function answerCardRefund(
  tx: Db,
  { refundId, paymentId }: Pick<CardRefundRow, 'refundId' | 'paymentId'>,
  answer: Partial<Pick<CardRefundRow, 'reference' | 'problem'>>,
): Promise<void> {
  await tx
    .update(cardRefunds)
    .set(answer)
    .where(and(eq(cardRefunds.refundId, refundId), eq(cardRefunds.paymentId, paymentId)))
}

const counts = and(ne(refunds.status, 'failed'), isNull(cardRefunds.problem))

/** Sums what was or is being refunded of a card payment in cents; `atProvider` without what a bank took in a dispute. */
export async function sumRefundedOf(db: Db, paymentId: string): Promise<{ cents: number; atProvider: number }> {
  const byBank = like(refunds.cause, 'dispute:%')
  const [row] = await db
    .select({
      cents: sql<string>`coalesce(sum(${cardRefunds.amountCents}), 0)`,
      atProvider: sql<string>`coalesce(sum(${cardRefunds.sentCents}) filter (where ${not(byBank)}), 0)`,
    })
    .from(cardRefunds)
    .innerJoin(refunds, eq(refunds.id, cardRefunds.refundId))
    .where(and(eq(cardRefunds.paymentId, paymentId), counts))
  return { cents: Number(row?.cents ?? 0), atProvider: Number(row?.atProvider ?? 0) }
}

/**
 * Lists the payments of an order, newest first, with what is left of each in cents; what was sent by hand is that of payments by hand.
 * @returns nothing where no payment is by card
 */
async function listLeft(tx: Db, orderId: string, exceptId: string) {
  const rows = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.kind, 'payment')))
    .orderBy(desc(payments.at), desc(payments.id))
  if (!rows.some(({ method }) => method === 'card')) return []
  const given = await tx
    .select({ paymentId: cardRefunds.paymentId, cents: sql<string>`sum(${cardRefunds.amountCents})` })
    .from(cardRefunds)
    .innerJoin(refunds, eq(refunds.id, cardRefunds.refundId))
    .where(
      and(
        inArray(
          cardRefunds.paymentId,
          rows.map(({ id }) => id),
        ),
        counts,
      ),
    )
    .groupBy(cardRefunds.paymentId)
  const byCard = new Map(given.map(({ paymentId, cents }) => [paymentId, Number(cents)]))
  const isOther = and(eq(refunds.orderId, orderId), ne(refunds.status, 'failed'), ne(refunds.id, exceptId))
  const [all] = await tx
    .select({ cents: sql<string>`coalesce(sum(${refunds.amountCents} - ${refunds.exchangedCents}), 0)` })
    .from(refunds)
    .where(isOther)
  let byHand = Number(all?.cents ?? 0) - [...byCard.values()].reduce((sum, cents) => sum + cents, 0)
  return rows.map(({ id: paymentId, method, amountCents }) => {
    const isCard = method === 'card'
    const gone = isCard ? (byCard.get(paymentId) ?? 0) : Math.min(byHand, amountCents)
    if (!isCard) byHand -= gone
    return { paymentId, isCard, leftCents: amountCents - gone }
  })
}

/**
 * Splits a refund of an order that was paid in parts over its payments, newest first, and enqueues what goes back to cards; what paid for
 * the order of an exchange stays where it is.
 * @param sentCents what is sent; the buyer deducted the rest from the newest payment
 * @returns what goes back to cards in cents; the rest is sent by hand
 */
export async function sendToCards(
  tx: Db,
  refund: Pick<typeof refunds.$inferSelect, 'id' | 'orderId' | 'amountCents' | 'exchangedCents'>,
  { sentCents, at }: { sentCents: number; at: Date },
): Promise<number> {
  const left = await listLeft(tx, refund.orderId, refund.id)
  if (left.length === 0) return 0
  const cards = new Set(left.filter(({ isCard }) => isCard).map(({ paymentId }) => paymentId))
  const takenCents = refund.amountCents - refund.exchangedCents
  let deducted = takenCents - sentCents
  let sum = 0
  for (const { paymentId, amountCents } of takeBack(takenCents, left)) {
    const unsent = Math.min(deducted, amountCents)
    deducted -= unsent
    if (!cards.has(paymentId)) continue
    const own = amountCents - unsent
    await insertCardRefund(tx, { refundId: refund.id, paymentId, amountCents, sentCents: own })
    if (own === 0) continue
    sum += own
    const payload = { refundId: refund.id, paymentId }
    await enqueue(tx, { kind: 'refund', dedupeKey: `refund:${refund.id}:${paymentId}`, payload, at })
  }
  return sum
}
