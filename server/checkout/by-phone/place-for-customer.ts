import { randomUUID } from 'node:crypto'
import type { CustomerForm } from '#contract/identity/customer.ts'
import { formatMoney, fractionOf, toDecimal } from '#domain/money.ts'
import { lockCartRow } from '#server/cart/cart-record.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { type PayLaterRequest, totalOf, usdTotalOf } from '#server/checkout/online/check-pay-later.ts'
import { readStart } from '#server/checkout/online/checkout-start.ts'
import { insertOrder, type NewOrder, type Placement } from '#server/checkout/online/new-order.ts'
import { notifyLargeOrder } from '#server/checkout/online/notify-large-order.ts'
import { redeemCode, takeOrderStock } from '#server/checkout/online/take-stock.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { countOrder } from '#server/platform/metrics/count-events.ts'
import { type CustomerRow, lockCustomer } from './customer-record.ts'
import { findLimit } from './preview-order.ts'

/** A customer for whom somebody else orders, with what the order begins with. */
interface CustomerStart {
  customer: CustomerRow
  start: Awaited<ReturnType<typeof readStart>>
}

/**
 * Locks an active customer and the cart, which stays as it is: its lock keeps one customer's orders in turn, so that neither a code nor a
 * limit is passed. Call it before any order is locked.
 * @returns null where there is no such customer
 */
export async function takeTurn(tx: Db, userId: string): Promise<CustomerRow | null> {
  const customer = await lockCustomer(tx, userId)
  if (customer) await lockCartRow(tx, customer.userId)
  return customer
}

/** Locks a customer (`takeTurn`) and reads what an order begins with. @returns null where there is no such customer */
export async function startForCustomer(tx: Db, userId: string, at: Date): Promise<CustomerStart | null> {
  const customer = await takeTurn(tx, userId)
  return customer && { customer, start: await readStart(tx, { userId: customer.userId, country: '' }, null, at) } // `readPricer` reads the zones
}

/** An order for a customer, as it was priced and checked. */
interface CustomerOrder extends CustomerStart, Pick<Placement, 'agreedReason' | 'exchange' | 'requestId'> {
  orderId?: string
  /** Member of staff, or of a seller, who places it. */
  actor: Actor
  priced: PricedCart
  form: CustomerForm
}

/**
 * Places a Pay Later order for a customer: rows, emails, notifications, stock and code.
 * @throws StockConflictError when another order was faster
 */
export async function placeForCustomer(tx: Db, order: CustomerOrder, at: Date): Promise<NewOrder> {
  const { orderId = randomUUID(), actor, customer, start, priced, form, agreedReason = null, exchange, requestId } = order
  const work = new UnitOfWork(tx)
  const placed = await insertOrder(work, {
    orderId,
    actor: asActor(customer, actor),
    placedBy: actor,
    start,
    priced,
    customer: form,
    paymentMethod: 'pay_later',
    holdUntil: null,
    agreedReason,
    termDays: start.buyer.termDays,
    ...(exchange && { exchange }),
    requestId,
  })
  await work.flush()
  // What many orders want at once comes last, so that its rows stay locked for a moment only.
  const taker = { orderId, isHold: false, open: null }
  const emptied = await takeOrderStock(tx, { ...taker, actorId: actor.userId }, priced)
  await redeemCode(tx, { ...taker, actorId: customer.userId }, priced)
  await notifyLargeOrder(tx, placed.record.order, { totalUsdCents: usdTotalOf(priced), emptied, at })
  countOrder(tx, 'phone', placed.record.order)
  return placed
}

/** Returns the customer as the actor of the order. */
function asActor({ status, emailVerifiedAt, ...customer }: CustomerRow, { sessionId }: Actor): Actor {
  return {
    ...customer,
    status,
    emailVerified: emailVerifiedAt !== null,
    sessionId,
    memberKind: null,
    hasStepUp: false,
    hasSecondFactor: false,
    mustEnroll: false,
    duties: [], // a buyer
    hasJustWritten: true,
    token: null,
  }
}

/** Debt of a customer with an order. */
interface CustomerDebt extends CustomerStart {
  priced: PricedCart
  /** Cents that are left to pay for it. */
  dueCents: number
  chargesCards: boolean
  orderId: string
}

/** Refuses what goes beyond the customer's Pay Later limit, unless staff know it (`requireWithin`). */
export function requireLimit(
  tx: Db,
  actor: Actor,
  { customer, start, priced, dueCents, chargesCards, orderId }: CustomerDebt,
  allowed: { beyondLimit: boolean; requestId: string },
): Promise<void> {
  const terms = start.facts.settings.payLater
  const { totalCents } = priced.totals
  const orderUsdCents = dueCents === totalCents ? usdTotalOf(priced) : fractionOf(usdTotalOf(priced), dueCents, totalCents)
  const request = { buyer: customer, known: start.buyer, terms, chargesCards, orderUsdCents, total: totalOf(priced) }
  return requireWithin(tx, actor, { request, orderId, said: 'this order is' }, allowed)
}

/**
 * Refuses a debt beyond the customer's Pay Later limit, unless staff know it: then it is written down. The customer's cart must be locked.
 */
export async function requireWithin(
  tx: Db,
  actor: Actor,
  { request, orderId, said }: { request: PayLaterRequest; orderId: string; said: 'this order is' | 'this change adds' },
  { beyondLimit, requestId }: { beyondLimit: boolean; requestId: string },
): Promise<void> {
  const limit = await findLimit(tx, request)
  if (!limit?.isBeyond) return
  const { limitUsdCents, openUsdCents, orderUsdCents, isForNew } = limit
  if (!beyondLimit) {
    const extra = { limit: toDecimal(limitUsdCents), open: toDecimal(openUsdCents), order: toDecimal(orderUsdCents) }
    const formatUsd = (cents: number) => formatMoney(cents, 'USD')
    const detail = `This customer ${isForNew ? 'is new and ' : ''}can have up to ${formatUsd(limitUsdCents)} open. ${formatUsd(openUsdCents)} is open already, and ${said} ${formatUsd(orderUsdCents)}.`
    refuse('pay_later_limit', { detail, extra })
  }
  const after = { limitUsdCents, openUsdCents, orderUsdCents }
  await recordAudit(tx, { actor, action: 'order.exceed_limit', targetType: 'order', targetId: orderId, after, requestId })
}
