import { awaitsCard, dueCents, ORDER_STATUS_LABELS } from '#domain/order.ts'
import { hasPapers } from '#server/catalog/papers/paper-list.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, type OrderRecord, type SellerOrderRow } from '#server/orders/order-record.ts'
import { parcelFacts } from '#server/orders/present-shipments.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { type NewNotification, notify, notifyAll } from '#server/platform/notifications/notification-record.ts'
import type { AppliedTransition, TransitionContext } from './applied-transition.ts'
import { notifyCanceled } from './notify-canceled.ts'

/**
 * Notifies of a transition: the buyer by email and notification, each seller concerned by notification, after a cancellation by email too;
 * nobody gets a notification of what they did themselves.
 */
export async function notifyTransition(tx: Db, record: OrderRecord, applied: AppliedTransition, context: TransitionContext): Promise<void> {
  const { order, parts } = record
  const isWhole = applied.parts.length === parts.length && !isSplit(record, applied)
  const email = await findBuyerEmail(tx, order.userId)
  for (const part of isWhole ? [null] : applied.parts) {
    if ((part ? [part] : applied.parts).every((one) => hasNoParcel(record, applied, one))) continue
    await mailBuyer(tx, record, applied, { part, email, at: context.at })
    if (context.actor?.userId !== order.userId) await noticeBuyer(tx, record, applied, { part, at: context.at })
  }
  if (awaitsCard(order)) return // its sellers have never seen it
  const recipients = applied.parts.filter(({ businessId }) => context.isBuyer || context.actor?.businessId !== businessId)
  const notices = recipients.map((part) => sellerNotice(record, applied, { part, at: context.at }))
  if (applied.transition.to === 'cancelled')
    await notifyCanceled(tx, record, { parts: recipients, notices, reason: applied.transition.reason, at: context.at })
  else await notifyAll(tx, notices)
}

/** Returns true if something that is shipped leaves apart from the rest of its order, or without units that were withdrawn. */
const isSplit = ({ lines, shipments }: OrderRecord, { transition }: AppliedTransition) =>
  transition.to === 'shipped' && (shipments.length > 0 || lines.some(({ withdrawn }) => withdrawn > 0))

/** Returns true if all parcels of a seller order were announced before, as leaving or as delivered: the rest of it was canceled. */
function hasNoParcel({ shipments }: OrderRecord, applied: AppliedTransition, { businessId }: SellerOrderRow): boolean {
  const own = shipments.filter((one) => one.businessId === businessId)
  if (own.length === 0) return false
  if (applied.transition.to === 'delivered') return own.every(({ deliveredAt }) => deliveredAt !== null)
  return applied.transition.to === 'shipped' && applied.shipments.every((one) => one.businessId !== businessId)
}

/** Names the last parcel of a seller order, or of the whole order; null for a first one that leaves something to come. */
function lastOf({ shipments }: OrderRecord, applied: AppliedTransition, { businessId, businessName }: SellerOrderRow) {
  if (applied.transition.to !== 'shipped' || !applied.shipments.some((one) => one.businessId === businessId)) return null
  const isWhole = applied.to === 'shipped' && shipments.length > 0 && applied.parts.at(-1)?.businessId === businessId
  const isAnother = shipments.some((one) => one.businessId === businessId)
  if (isWhole) return { name: isAnother ? 'The last parcel of' : 'The rest of', complete: 'in your order' }
  return isAnother ? { name: `The last parcel from ${businessName} for`, complete: `from ${businessName}` } : null
}

type Subject = { part: SellerOrderRow | null; at: Date }

const keyOf = ({ order }: OrderRecord, { transition }: AppliedTransition, part: SellerOrderRow | null) =>
  [`order-${transition.to}`, order.id, ...(part ? [part.businessId] : [])].join(':')

async function mailBuyer(
  tx: Db,
  record: OrderRecord,
  applied: AppliedTransition,
  { part, email, at }: Subject & { email: string },
): Promise<void> {
  const { order, lines, parts } = record
  const { to, reason, carrier, trackingNumber } = applied.transition
  const own = part ? lines.filter(({ businessId }) => businessId === part.businessId) : lines
  const parcel = part && isSplit(record, applied) && applied.shipments.find(({ businessId }) => businessId === part.businessId)
  const last = part && lastOf(record, applied, part)
  const left = parts.map((one) => (applied.parts.includes(one) ? { ...one, status: to } : one))
  const isCheaper = to === 'cancelled' && part !== null && order.paidCents === 0
  const due = isCheaper ? dueCents(left, await readCreditCents(tx, { ...record, parts: left })) : 0
  await queueMail(tx, {
    dedupeKey: keyOf(record, applied, part),
    template: `order-${to}`,
    to: email,
    facts: {
      ...orderMailFacts(order, own, part),
      ...(to === 'delivered' && (await hasPapers(tx, own)) && { hasPapers: 'yes' }),
      ...(parcel && parcelFacts(record, parcel)),
      ...(last && { last: `${last.name} your order`, complete: last.complete }),
      reason,
      carrier,
      trackingNumber,
      ...(part && applied.to !== 'cancelled' && { others: 'yes' }),
      ...(due > 0 && { dueCents: due }),
    },
    at,
  })
}

const BUYER_TITLES = {
  pending: 'is pending again',
  processing: 'is being prepared',
  shipped: 'is on its way',
  delivered: 'was delivered',
  cancelled: 'was canceled',
} as const

async function noticeBuyer(tx: Db, record: OrderRecord, applied: AppliedTransition, { part, at }: Subject): Promise<void> {
  const { order } = record
  const { to, reason, carrier, trackingNumber } = applied.transition
  const last = part && lastOf(record, applied, part)
  await notify(tx, {
    audience: { userId: order.userId },
    kind: `order-${to}`,
    title: `${last ? `${last.name} order` : part ? 'Part of order' : 'Order'} ${order.number} ${BUYER_TITLES[to]}`,
    text: [part?.businessName, [carrier, trackingNumber].filter(Boolean).join(' '), reason].filter(Boolean).join(': '),
    path: `/account/orders/${order.id}`,
    dedupeKey: keyOf(record, applied, part),
    at,
  })
}

function sellerNotice(record: OrderRecord, applied: AppliedTransition, { part, at }: { part: SellerOrderRow; at: Date }): NewNotification {
  const { order } = record
  const { to, reason } = applied.transition
  const word = ORDER_STATUS_LABELS[to].toLowerCase()
  return {
    audience: { businessId: part.businessId },
    kind: `order-${to}`,
    title: to === 'cancelled' ? `Order ${order.number} was canceled` : `Your items in order ${order.number} are now ${word}`,
    text: to === 'cancelled' ? ["Don't ship it.", reason].filter(Boolean).join(' ') : '',
    path: `/business/orders/${order.id}`,
    dedupeKey: keyOf(record, applied, part),
    at,
  }
}
