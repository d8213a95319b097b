import type { Order } from '#contract/orders/orders.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import {
  findBuyerEmail,
  insertEvents,
  lockOrder,
  type OrderRecord,
  type SellerOrderRow,
  setTracking,
  touchOrder,
} from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { type NewNotification, notifyAll } from '#server/platform/notifications/notification-record.ts'
import type { TransitionContext } from './applied-transition.ts'
import { actorNameOf } from './apply-transition.ts'

/** Corrected tracking of a parcel that has left; `carrier` absent: unchanged, empty: removed. */
export interface Correction {
  trackingNumber: string
  carrier?: string | undefined
}

/** Corrects the tracking of one seller order for staff; an older version is 409 with the `current` order. */
export async function correctTracking(
  { db, now }: Deps,
  actor: Actor,
  request: Correction & { id: string; businessId: string; version?: number | undefined; requestId: string },
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const { id, businessId, version, requestId, ...correction } = request
    const record = found(await lockOrder(tx, id, null))
    if (version !== undefined && version !== record.order.version) {
      refuseStale(['order', id], await readOrder(tx, actor, id))
    }
    await correctSellerOrder(tx, record, { ...correction, businessId }, { actor, at: now(), requestId })
    return readOrder(tx, actor, id)
  })
}

/**
 * Corrects carrier and tracking number of a seller order that is on its way; its order is locked. Writes history and audit, and notifies
 * the buyer once. The same again changes nothing.
 * @throws the refusals `not_found` (no such part) and `not_on_its_way`
 */
export async function correctSellerOrder(
  tx: Db,
  record: OrderRecord,
  correction: Correction & { businessId: string },
  context: TransitionContext,
): Promise<void> {
  const { order, parts } = record
  const part = found(parts.find(({ businessId }) => businessId === correction.businessId))
  if (part.status !== 'shipped') refuse('not_on_its_way')
  const { trackingNumber } = correction
  const carrier = correction.carrier === undefined ? part.carrier : correction.carrier || null
  if (carrier === part.carrier && trackingNumber === part.trackingNumber) return
  const after = { ...part, carrier, trackingNumber }
  await setTracking(tx, part, { carrier, trackingNumber, updatedAt: context.at })
  await touchOrder(tx, order.id, context.at)
  await writeDown(tx, record, { part, after }, context)
  await tell(tx, record, after, context)
}

const worded = ({ carrier, trackingNumber }: SellerOrderRow) => [carrier, trackingNumber].filter(Boolean).join(' ')
const stored = ({ businessId, carrier, trackingNumber }: SellerOrderRow) => ({ businessId, carrier, trackingNumber })

async function writeDown(
  tx: Db,
  record: OrderRecord,
  { part, after }: { part: SellerOrderRow; after: SellerOrderRow },
  { actor, at, requestId }: TransitionContext,
): Promise<void> {
  const { order } = record
  const { businessId, status } = part
  const before = worded(part)
  const note = `New tracking number: ${worded(after)}${before && `, before: ${before}`}`
  const who = { actorId: actor?.userId ?? null, actorName: await actorNameOf(tx, actor, record) }
  await insertEvents(tx, [{ orderId: order.id, businessId, from: status, to: status, ...who, note, at }])
  await recordAudit(tx, {
    actor,
    action: 'order.tracking',
    targetType: 'order',
    targetId: order.id,
    before: stored(part),
    after: stored(after),
    ...(requestId && { requestId }),
  })
}

async function tell(tx: Db, { order, parts, lines }: OrderRecord, part: SellerOrderRow, { actor, at }: TransitionContext): Promise<void> {
  const { businessId, carrier, trackingNumber } = part
  const dedupeKey = `order-tracking:${order.id}:${businessId}:${order.version}` // each correction has its own version
  const own = lines.filter((line) => line.businessId === businessId)
  await queueMail(tx, {
    dedupeKey,
    template: 'order-tracking',
    to: await findBuyerEmail(tx, order.userId),
    facts: { ...orderMailFacts(order, own, parts.length > 1 ? part : null), carrier, trackingNumber },
    at,
  })
  const common = { kind: 'order-tracking', text: worded(part), dedupeKey, at }
  const toBuyer: NewNotification = {
    ...common,
    audience: { userId: order.userId },
    title: `Order ${order.number} has a new tracking number`,
    path: `/account/orders/${order.id}`,
  }
  const toSeller: NewNotification = {
    ...common,
    audience: { businessId },
    title: `The tracking number of your items in order ${order.number} was corrected`,
    path: `/business/orders/${order.id}`,
  }
  await notifyAll(tx, [toBuyer, ...(actor?.businessId === businessId ? [] : [toSeller])])
}
