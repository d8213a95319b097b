import { randomUUID } from 'node:crypto'
import { type PhoneOrderBody, phoneOrders } from '#contract/checkout/phone-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { differsFromList } from '#domain/agreed-terms.ts'
import { askOthers } from '#server/checkout/online/ask-before-order.ts'
import { StockConflictError } from '#server/checkout/online/take-stock.ts'
import { checkVatId } from '#server/identity/addresses/own-vat-ids.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken } from '#server/platform/db/take-number.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { refuseStockConflict, requireSame } from './check-phone-order.ts'
import { placeForCustomer, requireLimit, startForCustomer } from './place-for-customer.ts'
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
  const begun = await startForCustomer(tx, body.userId, at)
  if (!begun) return refuseField('userId', 'This customer is no longer active. Please choose another one.')
  const { settings } = begun.start.facts
  const items = await priceItems(tx, body, settings, at)
  requireSame(items, body)
  const { priced, terms } = items
  const businessIds = priced.input.lines.map(({ businessId }) => businessId)
  const form = await checkVatId(tx, body.customer, { field: 'customer.vatId', businessIds })
  const orderId = randomUUID()
  const debt = { ...begun, priced, dueCents: priced.totals.totalCents, chargesCards, orderId }
  await requireLimit(tx, actor, debt, { beyondLimit: body.beyondLimit, requestId })
  const agreedReason = differsFromList(terms) ? (body.reason ?? null) : null
  const { record, event } = await placeForCustomer(tx, { ...begun, orderId, actor, priced, form, agreedReason, requestId }, at)
  return presentOrder(record, { events: [event], company: settings.company }, actor)
}
