import { randomUUID } from 'node:crypto'
import { type PhoneOrderBody, phoneOrders } from '#contract/checkout/phone-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { differsFromList } from '#domain/agreed-terms.ts'
import { formatMoney, toDecimal } from '#domain/money.ts'
import { lockCartRow } from '#server/cart/cart-record.ts'
import { askOthers } from '#server/checkout/online/ask-before-order.ts'
import { type PayLaterRequest, totalOf, usdTotalOf } from '#server/checkout/online/check-pay-later.ts'
import { readStart } from '#server/checkout/online/checkout-start.ts'
import { insertOrder } from '#server/checkout/online/new-order.ts'
import { notifyLargeOrder } from '#server/checkout/online/notify-large-order.ts'
import { redeemCode, StockConflictError, takeOrderStock } from '#server/checkout/online/take-stock.ts'
import { checkVatId } from '#server/identity/addresses/own-vat-ids.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken } from '#server/platform/db/take-number.ts'
import { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { countOrder } from '#server/platform/metrics/count-events.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { refuseStockConflict, requireSame } from './check-phone-order.ts'
import { type CustomerRow, lockCustomer } from './customer-record.ts'
import { findLimit } from './preview-order.ts'
import { priceItems } from './price-items.ts'

/** Input of `POST /api/admin/orders`. */
interface PhoneOrderRequest {
  body: PhoneOrderBody
  idempotencyKey: string | null
  requestId: string
}

type TimedRequest = PhoneOrderRequest & { at: Date; chargesCards: boolean }

/**
 * Places a Pay Later order for a customer who called: everything or nothing, in one transaction, independent of the customer's own cart and
 * open card order. Refuses a customer who is not active, products that are no longer available, other prices than staff saw, and, unless
 * staff allow it, an order beyond the customer's limit.
 */
export async function placePhoneOrder(deps: Deps, actor: Actor, request: PhoneOrderRequest): Promise<OnceAnswered<Order>> {
  const { config, db, now } = deps
  await askOthers(deps, request.body.customer, async () => (await priceItems(db, request.body, await readSettings(db), now())).priced)
  const at = now()
  const { method, path, status } = phoneOrders.place
  const { body, idempotencyKey: key } = request
  const keyed = key === null ? null : { userId: actor.userId, key, status, fingerprint: fingerprint(method, path, body) }
  const timed = { ...request, at, chargesCards: config.stripe !== null }
  try {
    return await inTransaction(db, (tx) => answerOnce(tx, keyed, at, () => placeOnce(tx, actor, timed)), isNumberTaken)
  } catch (error) {
    if (!(error instanceof StockConflictError)) throw error
    return refuseStockConflict(await priceItems(db, body, await readSettings(db), at), body)
  }
}

async function placeOnce(tx: Db, actor: Actor, { at, body, chargesCards, requestId }: TimedRequest): Promise<Order> {
  const customer = await lockCustomer(tx, body.userId)
  if (!customer) refuseField('userId', 'This customer is no longer active. Please choose another one.')
  // The cart stays as it is: its lock keeps one customer's orders in turn, so that neither a code nor a limit is passed.
  await lockCartRow(tx, customer.userId)
  const start = await readStart(tx, { userId: customer.userId, country: '' }, null, at) // `priceItems` reads the zones
  const items = await priceItems(tx, body, start.facts.settings, at)
  requireSame(items, body)
  const { priced, terms } = items
  const businessIds = priced.input.lines.map(({ businessId }) => businessId)
  const form = await checkVatId(tx, body.customer, { field: 'customer.vatId', businessIds })
  const orderId = randomUUID()
  const orderUsdCents = usdTotalOf(priced)
  const payLater = {
    buyer: customer,
    known: start.buyer,
    terms: start.facts.settings.payLater,
    chargesCards,
    orderUsdCents,
    total: totalOf(priced),
  }
  await requireLimit(tx, actor, { payLater, body, orderId, requestId })
  const placement = {
    orderId,
    actor: asActor(customer, actor),
    placedBy: actor,
    start,
    priced,
    customer: form,
    paymentMethod: 'pay_later' as const,
    holdUntil: null,
    agreedReason: differsFromList(terms) ? (body.reason ?? null) : null,
    termDays: start.buyer.termDays,
    requestId,
  }
  const work = new UnitOfWork(tx)
  const { record, event } = await insertOrder(work, placement)
  await work.flush()
  // What many orders want at once comes last, so that its rows stay locked for a moment only.
  const taker = { orderId, isHold: false, open: null }
  const emptied = await takeOrderStock(tx, { ...taker, actorId: actor.userId }, priced)
  await redeemCode(tx, { ...taker, actorId: customer.userId }, priced)
  await notifyLargeOrder(tx, record.order, { totalUsdCents: orderUsdCents, emptied, at })
  countOrder(tx, 'phone', record.order)
  return presentOrder(record, { events: [event], company: start.facts.settings.company }, actor)
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

interface Beyond {
  payLater: PayLaterRequest
  body: PhoneOrderBody
  orderId: string
  requestId: string
}

/**
 * Refuses what goes beyond the customer's Pay Later limit, unless staff know it: then it is written down. The customer's cart must be
 * locked.
 */
async function requireLimit(tx: Db, actor: Actor, { payLater, body, orderId, requestId }: Beyond): Promise<void> {
  const limit = await findLimit(tx, payLater)
  if (!limit?.isBeyond) return
  const { limitUsdCents, openUsdCents, orderUsdCents, isForNew } = limit
  if (!body.beyondLimit) {
    const extra = { limit: toDecimal(limitUsdCents), open: toDecimal(openUsdCents), order: toDecimal(orderUsdCents) }
    const formatUsd = (cents: number) => formatMoney(cents, 'USD')
    const detail = `This customer ${isForNew ? 'is new and ' : ''}can have up to ${formatUsd(limitUsdCents)} open. ${formatUsd(openUsdCents)} is open already, and this order is ${formatUsd(orderUsdCents)}.`
    refuse('pay_later_limit', { detail, extra })
  }
  const after = { limitUsdCents, openUsdCents, orderUsdCents }
  await recordAudit(tx, { actor, action: 'order.exceed_limit', targetType: 'order', targetId: orderId, after, requestId })
}
