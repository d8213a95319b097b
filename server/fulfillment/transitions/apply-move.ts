import { ORDER_TRANSITIONS, orderStatusOf } from '#domain/order.ts'
import { canMove } from '#domain/transitions.ts'
import {
  insertEvents,
  moveOrderRow,
  moveParts,
  type OrderRecord,
  queueIntentCancel,
  type SellerOrderRow,
} from '#server/orders/order-record.ts'
import { issueInvoice } from '#server/payments/invoices.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import { giveBack } from './give-back.ts'
import type { MadeMove, Move, Mover } from './made-move.ts'
import { notifyTransition } from './notify-transition.ts'

/**
 * Moves a locked order, or one part of it, that may make this move: parts, stock, code, money, history, audit, mails and notices,
 * all in the caller's transaction. The order then stands where the least advanced of its live parts stands.
 * @throws the refusal `invalid_transition` when nothing of it can make the move
 */
export async function applyMove(tx: Db, record: OrderRecord, move: Move, mover: Mover): Promise<void> {
  const { order, parts } = record
  const from = (move.businessId ? parts.filter(({ businessId }) => businessId === move.businessId) : parts).filter(({ status }) =>
    canMove(ORDER_TRANSITIONS, status, move.to),
  )
  const to = orderStatusOf(parts.map((part) => (from.includes(part) ? move.to : part.status)))
  const isFirst = from.length > 0 && (await moveOrderRow(tx, order.id, { from: order.status, to, at: mover.at }))
  if (!isFirst) refuse('invalid_transition', { facts: { from: order.status, to: move.to } })
  await moveParts(tx, order.id, {
    from: from.map(({ status }) => status),
    businessIds: from.map(({ businessId }) => businessId),
    to: move.to,
    at: mover.at,
    ...(move.to === 'shipped' && { carrier: move.carrier, trackingNumber: move.trackingNumber }),
  })
  const made: MadeMove = { move, parts: from, to }
  await writeDown(tx, record, made, mover)
  if (move.to === 'cancelled') await giveBack(tx, record, made, mover)
  if (to === 'cancelled' && order.paymentIntentId && order.paidCents === 0) await queueIntentCancel(tx, order.paymentIntentId, mover.at)
  if (move.to === 'shipped') await issueInvoice(tx, order.id, mover.at)
  await notifyTransition(tx, record, made, mover)
}

/** Whose name stands in the history: a seller's people act for their firm, nobody at all is the shop. */
export async function actsAs(tx: Db, actor: Actor | null, { parts }: OrderRecord): Promise<string> {
  const own = actor?.role === 'business_admin' && parts.find(({ businessId }) => businessId === actor.businessId)
  return own ? own.businessName : (actor?.name ?? readShopName(tx))
}

async function writeDown(
  tx: Db,
  record: OrderRecord,
  { move, parts, to }: MadeMove,
  { actor, isBuyer, at, requestId }: Mover,
): Promise<void> {
  const { order } = record
  const event = {
    orderId: order.id,
    actorId: actor?.userId ?? null,
    actorName: isBuyer && actor ? actor.name : await actsAs(tx, actor, record),
    note: move.reason || null,
    at,
  }
  await insertEvents(tx, [
    ...parts.map(({ businessId, status }) => ({ ...event, businessId, from: status, to: move.to })),
    ...(to === order.status ? [] : [{ ...event, from: order.status, to }]),
  ])
  const facts = Object.entries({ reason: move.reason, carrier: move.carrier, trackingNumber: move.trackingNumber })
  await recordAudit(tx, {
    actor,
    action: move.to === 'cancelled' ? 'order.cancel' : 'order.move',
    targetType: 'order',
    targetId: order.id,
    before: { status: order.status, ...(move.businessId && { parts: statesOf(parts) }) },
    after: {
      status: to,
      ...(move.businessId && { parts: parts.map(({ businessId }) => ({ businessId, status: move.to })) }),
      ...Object.fromEntries(facts.filter(([, value]) => value)),
    },
    ...(requestId && { requestId }),
  })
}

const statesOf = (parts: readonly SellerOrderRow[]) => parts.map(({ businessId, status }) => ({ businessId, status }))
