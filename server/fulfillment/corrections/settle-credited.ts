import { openCents } from '#domain/order.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { listCredited } from './credited-orders.ts'
import { receiveMoney } from './mark-paid.ts'

/**
 * Settles orders that are paid in part and of which nothing is due any more, since items came back or VAT was removed: the credit pays the
 * rest, and what it is worth more is refunded.
 * @returns a summary in words
 */
export async function settleCredited({ db, now }: Pick<Deps, 'db' | 'now'>, signal?: AbortSignal): Promise<string> {
  let settled = 0
  for (const id of await listCredited(db)) {
    signal?.throwIfAborted()
    await inTransaction(db, async (tx) => {
      const record = await lockOrder(tx, id, null)
      if (record?.order.paymentStatus !== 'partially_paid' || record.order.status === 'cancelled') return
      const { order, parts } = record
      if (openCents(order, parts, 0) === 0 || openCents(order, parts, await readCreditCents(tx, record)) > 0) return
      const at = now()
      const credit = { method: 'credit', reference: `Credit of ${order.number}`, receivedCents: 0, paidAt: at }
      await receiveMoney(tx, record, credit, { actor: null, at })
      settled += 1
    })
  }
  return `${settled} orders settled.`
}
