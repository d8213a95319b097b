import { awaitsCard, dueCents, ORDER_STATUS_LABELS } from '#domain/order.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, type OrderRecord, type SellerOrderRow } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { type NewNotification, notify, notifyAll } from '#server/platform/notifications/notification-record.ts'
import type { MadeMove, Mover } from './made-move.ts'
import { notifyCanceled } from './notify-canceled.ts'

/**
 * Tells of a move: a mail and a notice to the buyer, a notice to each seller whose part it was, and a mail too when it was cancelled;
 * but nobody by a notice of what they did themselves.
 */
export async function notifyTransition(tx: Db, record: OrderRecord, made: MadeMove, mover: Mover): Promise<void> {
  const { order, parts } = record
  const isWhole = made.parts.length === parts.length
  const email = await findBuyerEmail(tx, order.userId)
  for (const part of isWhole ? [null] : made.parts) {
    await mailBuyer(tx, record, made, { part, email, at: mover.at })
    if (mover.actor?.userId !== order.userId) await noticeBuyer(tx, record, made, { part, at: mover.at })
  }
  if (awaitsCard(order)) return // its sellers have never seen it
  const told = made.parts.filter(({ businessId }) => mover.isBuyer || mover.actor?.businessId !== businessId)
  const notices = told.map((part) => sellerNotice(record, made, { part, at: mover.at }))
  if (made.move.to === 'cancelled') await notifyCanceled(tx, record, { parts: told, notices, reason: made.move.reason, at: mover.at })
  else await notifyAll(tx, notices)
}

type Subject = { part: SellerOrderRow | null; at: Date }

const keyOf = ({ order }: OrderRecord, { move }: MadeMove, part: SellerOrderRow | null) =>
  [`order-${move.to}`, order.id, ...(part ? [part.businessId] : [])].join(':')

async function mailBuyer(tx: Db, record: OrderRecord, made: MadeMove, { part, email, at }: Subject & { email: string }): Promise<void> {
  const { order, lines, parts } = record
  const { to, reason, carrier, trackingNumber } = made.move
  const own = part ? lines.filter(({ businessId }) => businessId === part.businessId) : lines
  const left = parts.map((one) => (made.parts.includes(one) ? { ...one, status: to } : one))
  const isCheaper = to === 'cancelled' && part !== null && order.paidCents === 0 && dueCents(left) > 0
  await queueMail(tx, {
    dedupeKey: keyOf(record, made, part),
    template: `order-${to}`,
    to: email,
    facts: {
      ...orderMailFacts(order, own, part),
      reason,
      carrier,
      trackingNumber,
      ...(part && made.to !== 'cancelled' && { others: 'yes' }),
      ...(isCheaper && { dueCents: dueCents(left) }),
    },
    at,
  })
}

const BUYER_TITLES = {
  pending: 'is waiting',
  processing: 'is being prepared',
  shipped: 'is on its way',
  delivered: 'was delivered',
  cancelled: 'was cancelled',
} as const

async function noticeBuyer(tx: Db, record: OrderRecord, made: MadeMove, { part, at }: Subject): Promise<void> {
  const { order } = record
  const { to, reason, carrier, trackingNumber } = made.move
  await notify(tx, {
    audience: { userId: order.userId },
    kind: `order-${to}`,
    title: `${part ? `A part of order` : 'Order'} ${order.number} ${BUYER_TITLES[to]}`,
    text: [part?.businessName, [carrier, trackingNumber].filter(Boolean).join(' '), reason].filter(Boolean).join(': '),
    path: `/account/orders/${order.id}`,
    dedupeKey: keyOf(record, made, part),
    at,
  })
}

function sellerNotice(record: OrderRecord, made: MadeMove, { part, at }: { part: SellerOrderRow; at: Date }): NewNotification {
  const { order } = record
  const { to, reason } = made.move
  const word = ORDER_STATUS_LABELS[to].toLowerCase()
  return {
    audience: { businessId: part.businessId },
    kind: `order-${to}`,
    title: to === 'cancelled' ? `Order ${order.number} was cancelled` : `Your part of order ${order.number} is now ${word}`,
    text: to === 'cancelled' ? ['Do not send it.', reason].filter(Boolean).join(' ') : '',
    path: `/business/orders/${order.id}`,
    dedupeKey: keyOf(record, made, part),
    at,
  }
}
