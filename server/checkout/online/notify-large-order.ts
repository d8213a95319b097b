import { formatMoney } from '#domain/money.ts'
import { isLargeUnpaid } from '#domain/pay-later.ts'
import { pluralize } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'

/** Notifies staff of a Pay Later order that is large or takes the last unit of many products. Must run in the order's transaction. */
export async function notifyLargeOrder(
  tx: Db,
  order: { id: string; number: string },
  { totalUsdCents, emptied, at }: { totalUsdCents: number; emptied: number; at: Date },
): Promise<void> {
  if (!isLargeUnpaid({ totalUsdCents, emptied })) return
  const taken = emptied > 0 ? ` It takes the last units of ${pluralize(emptied, 'product')}.` : ''
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'large-unpaid-order',
    title: 'Large unpaid order',
    text: `Order ${order.number} totals ${formatMoney(totalUsdCents, 'USD')} with Pay Later.${taken}`,
    path: `/admin/orders/${order.id}`,
    dedupeKey: `large-unpaid-order:${order.id}`,
    at,
  })
}
