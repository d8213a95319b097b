import { ORDER_STATUSES, ORDER_TRANSITIONS, type OrderStatus, orderStatusOf } from '#domain/order.ts'
import { canMove } from '#domain/transitions.ts'
import { recordAudit } from '#server/audit/repository.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import { queueMail } from '#server/mail/repository.ts'
import { recordMovement, returnStock } from '#server/products/repository.ts'
import { returnUse } from '#server/promotions/repository.ts'
import { orderMailFacts } from './mail-facts.ts'
import { findBuyerEmail, insertEvent, moveOrderRow, moveParts, type OrderRecord, queueIntentCancel } from './repository.ts'

/** A move of an order, its parts along with it. */
export interface Move {
  to: OrderStatus
  reason?: string | undefined
  carrier?: string | undefined
  trackingNumber?: string | undefined
}

/** Who moves it, when, and the request that asked for it. */
export interface Mover {
  actor: Actor
  at: Date
  requestId: string
}

/**
 * Moves a locked order that may make this move: parts, stock, code, history, audit and mail, all in the caller's transaction.
 * @throws the refusal `invalid_transition` when somebody else moved the order first
 */
export async function applyMove(tx: Db, record: OrderRecord, move: Move, mover: Mover): Promise<void> {
  const { order, parts } = record
  const from = ORDER_STATUSES.filter((status) => canMove(ORDER_TRANSITIONS, status, move.to))
  const to = orderStatusOf(parts.map(({ status }) => (from.includes(status) ? move.to : status)))
  if (!(await moveOrderRow(tx, order.id, { from: order.status, to, at: mover.at }))) {
    refuse('invalid_transition', { facts: { from: order.status, to: move.to } })
  }
  const tracking = move.to === 'shipped' ? { carrier: move.carrier, trackingNumber: move.trackingNumber } : {}
  const movedSellers = await moveParts(tx, order.id, { from, to: move.to, at: mover.at, ...tracking })
  if (move.to === 'cancelled') await giveBack(tx, record, movedSellers, mover.actor.userId)
  if (to === 'cancelled' && order.paymentIntentId && order.paidCents === 0) await queueIntentCancel(tx, order.paymentIntentId, mover.at)
  await writeDown(tx, record, { ...move, to }, mover)
}

/** Returns the stock of cancelled parts, each product once, in the order in which all orders lock products; then the use of the code. */
async function giveBack(tx: Db, { order, lines }: OrderRecord, sellers: readonly string[], actorId: string): Promise<void> {
  const returned = lines.filter(({ businessId }) => sellers.includes(businessId)).sort((a, b) => (a.productId < b.productId ? -1 : 1))
  for (const { productId, quantity } of returned) {
    const isFirst = await recordMovement(tx, { productId, delta: quantity, reason: 'cancel', reference: order.id, actorId })
    if (isFirst) await returnStock(tx, productId, quantity)
  }
  await returnUse(tx, order.id)
}

async function writeDown(tx: Db, { order, lines }: OrderRecord, move: Move, { actor, at, requestId }: Mover): Promise<void> {
  const { to, reason, carrier, trackingNumber } = move
  await insertEvent(tx, {
    orderId: order.id,
    from: order.status,
    to,
    actorId: actor.userId,
    actorName: actor.name,
    note: reason || null,
    at,
  })
  await recordAudit(tx, {
    actor,
    action: to === 'cancelled' ? 'order.cancel' : 'order.move',
    targetType: 'order',
    targetId: order.id,
    before: { status: order.status },
    after: { status: to, ...(reason && { reason }), ...(carrier && { carrier }), ...(trackingNumber && { trackingNumber }) },
    requestId,
  })
  const facts = { ...orderMailFacts(order, lines), reason, carrier, trackingNumber }
  const buyer = await findBuyerEmail(tx, order.userId)
  await queueMail(tx, { dedupeKey: `order-${to}:${order.id}`, template: `order-${to}`, to: buyer, facts, at })
}
