import { and, eq, sql } from 'drizzle-orm'
import type { PaymentStatus } from '#domain/order.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orders, payments, sellerOrders } from '#server/platform/db/schema.ts'

/** Stores a payment or refund, in cents of its currency. @returns its id; null when this kind, method and reference were stored before */
export async function insertPayment(tx: Db, payment: typeof payments.$inferInsert): Promise<string | null> {
  const [written] = await tx
    .insert(payments)
    .values(payment)
    .onConflictDoNothing({ target: [payments.kind, payments.method, payments.reference] })
    .returning({ id: payments.id })
  return written?.id ?? null
}

/** Adds a payment of `amountCents` to a locked order: its reservation ends, its sellers can see it. */
export async function markOrderPaid(
  tx: Db,
  orderId: string,
  { amountCents, paymentStatus = 'paid', at }: { amountCents: number; paymentStatus?: PaymentStatus; at: Date },
): Promise<void> {
  await tx
    .update(orders)
    .set({
      paidCents: sql`${orders.paidCents} + ${amountCents}`,
      paymentStatus,
      paymentProblem: null,
      holdUntil: null,
      updatedAt: at,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, orderId))
  await tx.update(sellerOrders).set({ isShown: true }).where(eq(sellerOrders.orderId, orderId))
}

/** Finds the number of the order that was paid with this method and reference; null when there is none. */
export async function findPaidOrder(db: Db, method: string, reference: string): Promise<string | null> {
  const [row] = await db
    .select({ number: orders.number })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.kind, 'payment'), eq(payments.method, method), eq(payments.reference, reference)))
  return row?.number ?? null
}
