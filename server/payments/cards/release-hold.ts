import { restockLines } from '#server/catalog/products/product-record.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import {
  findBuyerEmail,
  insertEvents,
  type OrderRecord,
  stockLines,
  updateOrderStatus,
  updateSellerOrderStatuses,
} from '#server/orders/order-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import { returnUse } from '#server/pricing/promotions/promotion-list.ts'

const NOTE = 'The payment was not completed in time'
const REASON = `${NOTE}, so the products are no longer reserved. You were not charged.`

/** Cancels a locked order that can no longer be paid, and releases its stock. @returns false, changing nothing, when it holds no stock */
export async function releaseHold(tx: Db, { order, lines }: OrderRecord, at: Date): Promise<boolean> {
  if (order.holdUntil === null || order.status !== 'pending') return false
  await updateOrderStatus(tx, order.id, { from: 'pending', to: 'cancelled', at })
  await updateSellerOrderStatuses(tx, order.id, { from: ['pending'], to: 'cancelled', at })
  await restockLines(tx, stockLines(lines), { reason: 'release', reference: `${order.id}:${order.version}`, actorId: null })
  await returnUse(tx, order.id)
  const actorName = await readShopName(tx)
  await insertEvents(tx, [{ orderId: order.id, from: 'pending', to: 'cancelled', actorId: null, actorName, note: NOTE, at }])
  const change = { before: { status: order.status }, after: { status: 'cancelled', reason: NOTE } }
  await recordAudit(tx, { actor: null, action: 'order.expire', targetType: 'order', targetId: order.id, ...change })
  await queueMail(tx, {
    dedupeKey: `order-expired:${order.id}:${order.version}`,
    template: 'order-cancelled',
    to: await findBuyerEmail(tx, order.userId),
    facts: { ...orderMailFacts(order, lines), reason: REASON },
    at,
  })
  return true
}
