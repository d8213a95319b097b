import { eq } from 'drizzle-orm'
import type { RefundShare } from '#domain/refund-amount.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { calculationsOf } from '#server/orders/store-pricing.ts'
import type { Db } from '#server/platform/db/client.ts'
import { taxTransactions } from '#server/platform/db/schema.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { enqueue, type OutboxMessage, type Queue } from '#server/platform/outbox.ts'

/** Messages about the taxes of paid orders in the outbox; each is tried until the provider answers. */
export const TAX_MESSAGES = { kinds: ['tax-sale', 'tax-reversal'] } as const satisfies Queue

/** A message about taxes: a calculation to be recorded as a sale, or an amount of it with tax, in cents, that was refunded. */
export type TaxMessage = Pick<OutboxMessage, 'id' | 'attempts'> & {
  kind: (typeof TAX_MESSAGES.kinds)[number]
  payload: { orderId: string; calculationId: string; reference: string; amountCents?: number }
}

const inCents = (shares: readonly { businessId: string; amountCents: number }[], businessIds: readonly string[]) =>
  shares.reduce((sum, { businessId, amountCents }) => sum + (businessIds.includes(businessId) ? amountCents : 0), 0)

async function queueReversals(
  tx: Db,
  { order }: Pick<OrderRecord, 'order'>,
  { cause, shares, at }: { cause: string; shares: readonly { businessId: string; amountCents: number }[]; at: Date },
): Promise<void> {
  for (const { id: calculationId, businessIds } of calculationsOf(order.pricing)) {
    const amountCents = inCents(shares, businessIds)
    if (amountCents === 0) continue
    const payload = { orderId: order.id, calculationId, reference: `${order.number} ${cause}`, amountCents }
    await enqueue(tx, { kind: 'tax-reversal', dedupeKey: `tax-reversal:${calculationId}:${cause}`, payload, at })
  }
}

/**
 * Enqueues the recording of the taxes of an order that was just paid, once; of seller orders that were canceled before, they are taken
 * back.
 */
export async function queueTaxSale(tx: Db, { order, parts }: Pick<OrderRecord, 'order' | 'parts'>, at: Date): Promise<void> {
  const calculations = calculationsOf(order.pricing)
  for (const [place, { id: calculationId }] of calculations.entries()) {
    const reference = place === 0 ? order.number : `${order.number}-${place + 1}`
    await enqueue(tx, {
      kind: 'tax-sale',
      dedupeKey: `tax-sale:${calculationId}`,
      payload: { orderId: order.id, calculationId, reference },
      at,
    })
  }
  const canceled = parts.filter(({ status }) => status === 'cancelled')
  const shares = canceled.map(({ businessId, totalCents }) => ({ businessId, amountCents: totalCents }))
  await queueReversals(tx, { order }, { cause: 'canceled', shares, at })
}

/**
 * Enqueues that the taxes of a settled refund are taken back, once. The provider takes no tax alone back: staff enter such a refund there
 * by hand.
 */
export async function queueTaxRefund(
  tx: Db,
  { order }: Pick<OrderRecord, 'order'>,
  { refundId, shares, at }: { refundId: string; shares: readonly RefundShare[]; at: Date },
): Promise<void> {
  const calculations = calculationsOf(order.pricing)
  if (calculations.length === 0) return
  const whole = shares.filter(({ taxCents }) => taxCents == null)
  await queueReversals(tx, { order }, { cause: refundId, shares: whole, at })
  if (whole.length === shares.length) return
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'tax-not-recorded',
    title: `Enter the VAT refund for order ${order.number} in Stripe`,
    text: 'Stripe Tax records refunds of products, but not of VAT alone.',
    path: `/admin/orders/${order.id}`,
    dedupeKey: `tax-refund:${refundId}`,
    at,
  })
}

/** Returns the recorded transaction of a calculation; null before it was sent. */
export async function findTaxTransaction(db: Db, calculationId: string) {
  const [row] = await db.select().from(taxTransactions).where(eq(taxTransactions.calculationId, calculationId))
  return row ?? null
}

/** Stores the transaction of a calculation, once; null: it was refused for good. */
export async function storeTaxTransaction(db: Db, row: typeof taxTransactions.$inferInsert): Promise<void> {
  await db.insert(taxTransactions).values(row).onConflictDoNothing()
}
