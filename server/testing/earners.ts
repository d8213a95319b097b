import { and, eq, sql } from 'drizzle-orm'
import type { Currency } from '#domain/money.ts'
import { DAY_MS } from '#domain/time.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { recordPayment } from '#server/payments/incoming/record-payment.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { businesses, ledgerEntries, payoutAccounts, sellerOrders } from '#server/platform/db/schema.ts'
import { found } from '#server/platform/http/refusal.ts'
import type { TestShop } from './test-shop.ts'

/** Writes down that an order was paid, as staff note a transfer. @returns false when it was before */
export function payOrder({ deps: { db, now } }: TestShop, orderId: string, reference = orderId): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, orderId, null))
    const paid = { method: 'transfer', label: 'Bank transfer', reference, amountCents: record.order.totalCents, paidAt: now() }
    return recordPayment(tx, record, paid, { actor: null, at: now() })
  })
}

/** Sends money of a seller's part of an order back. */
export function refundPart(
  { deps: { db, now } }: TestShop,
  orderId: string,
  share: { businessId: string; amountCents: number },
  key: string,
) {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, orderId, null))
    return requestRefund(tx, record, {
      shares: [share],
      reason: 'Test',
      cause: { kind: 'request', userId: 'test', key },
      actor: null,
      at: now(),
    })
  })
}

/** Marks parts of an order as delivered now: all of them, or those of one seller. */
export async function deliver({ deps: { db, now } }: TestShop, orderId: string, businessId?: string): Promise<void> {
  await db
    .update(sellerOrders)
    .set({ status: 'delivered', deliveredAt: now() })
    .where(and(eq(sellerOrders.orderId, orderId), businessId ? eq(sellerOrders.businessId, businessId) : undefined))
}

/** Gives a seller an account that takes both currencies. */
export async function giveAccount({ deps: { db } }: TestShop, businessId: string): Promise<void> {
  await db.insert(payoutAccounts).values({
    businessId,
    holder: 'Seller Ltd',
    iban: 'DE89370400440532013000',
    routingNumber: '021000021',
    accountNumber: '000123456789',
  })
}

/** Ends the hold on a seller's payouts, as if its 72 hours were over. */
export async function endHold({ deps: { db } }: TestShop, businessId: string): Promise<void> {
  await db
    .update(businesses)
    .set({ payoutsHeldUntil: new Date(0) })
    .where(eq(businesses.id, businessId))
}

/** Days in milliseconds, for the clock of the tests. */
export const days = (count: number): number => count * DAY_MS

/** Returns the balance of a seller in a currency, in cents; below 0: the seller owes it. */
export async function balanceOf(db: Db, businessId: string, currency: Currency): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(-sum(${ledgerEntries.debitCents}), 0)` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.account, 'seller'), eq(ledgerEntries.businessId, businessId), eq(ledgerEntries.currency, currency)))
  return Number(row?.cents ?? 0)
}
