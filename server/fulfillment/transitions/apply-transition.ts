import { ORDER_STATUS_LABELS, ORDER_TRANSITIONS, type OrderStatus, orderStatusOf } from '#domain/order.ts'
import { parcelOf } from '#domain/shipment.ts'
import { canTransition } from '#domain/transitions.ts'
import {
  insertEvents,
  type OrderRecord,
  queueIntentCancel,
  type SellerOrderRow,
  updateOrderStatus,
  updateSellerOrderStatuses,
} from '#server/orders/order-record.ts'
import { sentText } from '#server/orders/present-shipments.ts'
import { deliverShipments, insertShipment, nextNumber, type Shipment } from '#server/orders/shipment-list.ts'
import { creditDocuments, issueDocuments, mailDocuments } from '#server/payments/documents/issue-documents.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Actor, actorName } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import type { AppliedTransition, Transition, TransitionContext } from './applied-transition.ts'
import { notifyTransition } from './notify-transition.ts'
import { requireMilestones } from './require-milestones.ts'
import { restockAndRefund } from './restock-and-refund.ts'

const wordOf = (status: OrderStatus) => ORDER_STATUS_LABELS[status].toLowerCase()

/**
 * Applies a transition to a locked order or one of its seller orders, all in the caller's transaction: status, stock, promo code, refund,
 * history, audit, emails and notifications. The order then has the status of its least advanced seller order that is not canceled.
 * @throws the refusals `invalid_transition` when no seller order allows it, and `milestone_unpaid`
 */
export async function applyTransition(tx: Db, record: OrderRecord, transition: Transition, context: TransitionContext): Promise<void> {
  const { order, parts } = record
  const from = (transition.businessId ? parts.filter(({ businessId }) => businessId === transition.businessId) : parts).filter(
    ({ status }) => canTransition(ORDER_TRANSITIONS, status, transition.to),
  )
  const to = orderStatusOf(parts.map((part) => (from.includes(part) ? transition.to : part.status)))
  await requireMilestones(tx, record, transition, context)
  const isFirst = from.length > 0 && (await updateOrderStatus(tx, order.id, { from: order.status, to, at: context.at }))
  if (!isFirst) refuse('invalid_transition', { facts: { from: wordOf(order.status), to: wordOf(transition.to) } })
  const sent = transition.to === 'shipped' ? await shipRest(tx, record, from, transition, context.at) : []
  if (transition.to === 'delivered') for (const part of from) await deliverShipments(tx, part, context.at)
  await updateSellerOrderStatuses(tx, order.id, {
    from: from.map(({ status }) => status),
    businessIds: from.map(({ businessId }) => businessId),
    to: transition.to,
    at: context.at,
    ...(transition.to === 'shipped' && { carrier: transition.carrier, trackingNumber: transition.trackingNumber }),
  })
  const applied: AppliedTransition = { transition, parts: from, shipments: sent, to }
  await recordTransition(tx, record, applied, context)
  if (transition.to === 'cancelled') await restockAndRefund(tx, record, applied, context)
  if (to === 'cancelled' && order.paymentIntentId && order.paidCents === 0) await queueIntentCancel(tx, order.paymentIntentId, context.at)
  await notifyTransition(tx, record, applied, context)
  const isNextDue = transition.to === 'processing' && order.paymentPlan !== null
  if (transition.to === 'shipped' || isNextDue) await mailDocuments(tx, record, await issueDocuments(tx, order.id, context.at), context.at)
  if (transition.to === 'cancelled') await mailCancellation(tx, record, context.at)
}

/** Puts what is left of seller orders into a parcel each. */
async function shipRest(
  tx: Db,
  { lines, shipments }: OrderRecord,
  parts: readonly SellerOrderRow[],
  { carrier, trackingNumber }: Transition,
  shippedAt: Date,
): Promise<Shipment[]> {
  const sent: Shipment[] = []
  for (const { orderId, businessId, businessName } of parts) {
    const own = lines.filter((line) => line.businessId === businessId)
    const parcel = parcelOf(own, null)
    if (!('units' in parcel)) {
      if (own.every(({ kind, shipped }) => kind !== 'service' && shipped === 0)) refuseEmpty(businessName)
      continue // only services, or the rest was canceled
    }
    const number = nextNumber(shipments, businessId)
    const tracking = { carrier: carrier || null, trackingNumber: trackingNumber || null }
    sent.push(await insertShipment(tx, { orderId, businessId, number, ...tracking, shippedAt }, parcel.units))
  }
  return sent
}

function refuseEmpty(businessName: string): never {
  return refuse('nothing_to_ship', { detail: `Everything from ${businessName} was refunded. Cancel its items instead of shipping them.` })
}

/** Credits what was invoiced and not paid; refunds have sent their credit notes. */
async function mailCancellation(tx: Db, record: OrderRecord, at: Date): Promise<void> {
  const rows = await creditDocuments(tx, record.order.id, at)
  await mailDocuments(tx, record, rows, at)
}

/** Name of an actor in the history: the business for a seller's users, the shop for no actor. */
export async function actorNameOf(tx: Db, actor: Actor | null, { parts }: OrderRecord): Promise<string> {
  const own = actor?.role === 'business_admin' && parts.find(({ businessId }) => businessId === actor.businessId)
  return own ? own.businessName : actor ? actorName(actor) : readShopName(tx)
}

/** Returns the note of a seller order in the history: the reason, or its last parcel where others left before. */
function noteOf(record: OrderRecord, { transition, shipments }: AppliedTransition, businessId: string): string | null {
  const last = shipments.find((one) => one.businessId === businessId)
  const isAnother = record.shipments.some((one) => one.businessId === businessId)
  return last && isAnother ? sentText(record, last) : transition.reason || null
}

async function recordTransition(
  tx: Db,
  record: OrderRecord,
  applied: AppliedTransition,
  { actor, isBuyer, at, requestId }: TransitionContext,
): Promise<void> {
  const { order } = record
  const { transition, parts, to } = applied
  const event = {
    orderId: order.id,
    actorId: actor?.userId ?? null,
    actorName: isBuyer && actor ? actor.name : await actorNameOf(tx, actor, record),
    note: transition.reason || null,
    at,
  }
  await insertEvents(tx, [
    ...parts.map(({ businessId, status }) => ({
      ...event,
      businessId,
      from: status,
      to: transition.to,
      note: noteOf(record, applied, businessId),
    })),
    ...(to === order.status ? [] : [{ ...event, from: order.status, to }]),
  ])
  const facts = Object.entries({ reason: transition.reason, carrier: transition.carrier, trackingNumber: transition.trackingNumber })
  await recordAudit(tx, {
    actor,
    action: transition.to === 'cancelled' ? 'order.cancel' : 'order.move',
    targetType: 'order',
    targetId: order.id,
    before: { status: order.status, ...(transition.businessId && { parts: statesOf(parts) }) },
    after: {
      status: to,
      ...(transition.businessId && { parts: parts.map(({ businessId }) => ({ businessId, status: transition.to })) }),
      ...Object.fromEntries(facts.filter(([, value]) => value)),
    },
    ...(requestId && { requestId }),
  })
}

const statesOf = (parts: readonly SellerOrderRow[]) => parts.map(({ businessId, status }) => ({ businessId, status }))
