import { type ExchangeBody, type ExchangePreview, type ExchangePreviewBody, exchanges } from '#contract/fulfillment/exchanges.ts'
import type { Return } from '#contract/fulfillment/returns.ts'
import type { CustomerForm } from '#contract/identity/customer.ts'
import { isOpenDispute } from '#domain/dispute.ts'
import { paymentLabel } from '#domain/manual-payment.ts'
import { formatMoney, toMinor } from '#domain/money.ts'
import { lockStock } from '#server/catalog/products/product-record.ts'
import { placeForCustomer, requireLimit, startForCustomer } from '#server/checkout/by-phone/place-for-customer.ts'
import { askOthers } from '#server/checkout/online/ask-before-order.ts'
import { StockConflictError } from '#server/checkout/online/take-stock.ts'
import { checkVatId } from '#server/identity/addresses/own-vat-ids.ts'
import { findOrderDispute } from '#server/orders/order-dispute.ts'
import { findOrder, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { recordPayment } from '#server/payments/incoming/record-payment.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken } from '#server/platform/db/take-number.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireStepUp } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { answerOnce, findAnswer, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findReturn, insertExchange, type ReturnRecord, type ReturnScope, updateReturn } from './order-returns.ts'
import { presentReturn } from './present-return.ts'
import { type PricedExchange, presentExchange, priceExchange, priceReplacement, readReplacement } from './price-exchange.ts'
import { refundReturn } from './refund-return.ts'
import { recordTransition, restock } from './transition-return.ts'

/** Call that settles a return as an exchange. */
interface ExchangeRequest {
  id: string
  scope: ReturnScope
  body: ExchangeBody
  idempotencyKey: string | null
  requestId: string
}

type Asked = Omit<ExchangeRequest, 'idempotencyKey'>

const refuseExchange = (why: string): never => refuse('not_exchangeable', { facts: { why } })

/** Prices an exchange of a return without making it. */
export async function previewExchange(
  { db, now }: Deps,
  { id, scope, body }: { id: string; scope: ReturnScope; body: ExchangePreviewBody },
): Promise<ExchangePreview> {
  const returned = found(await findReturn(db, id, scope))
  requireExchangeable(returned, scope)
  const record = found(await findOrder(db, returned.row.orderId, null))
  return presentExchange(record, await priceExchange(db, { record, returned, body }, await readSettings(db), now()))
}

/**
 * Settles a return that has arrived as an exchange, once for each key, in one transaction: an order of other products of its seller, which
 * what would be refunded pays for; what is left is refunded, what is missing is due. Both orders get their documents.
 * @throws the refusals `idempotency_key_missing`, `not_exchangeable`, `step_up_required`, `disputed`, `price_changed` for another total
 * than was previewed, `pay_later_limit`, those of products that cannot be ordered and, for an older version, `edit_conflict`
 */
export async function exchangeReturn(deps: Deps, actor: Actor, request: ExchangeRequest): Promise<OnceAnswered<Return>> {
  const { db, config, now } = deps
  const { id, scope, body, idempotencyKey: key } = request
  const { method, path, status } = scope === null ? exchanges.exchange : exchanges.exchangeAsSeller
  if (key === null) return refuse('idempotency_key_missing')
  const keyed = { userId: actor.userId, key, status, fingerprint: fingerprint(method, path, { id, ...body }) }
  const earlier = await findAnswer<Return>(db, keyed)
  if (earlier) return earlier
  const returned = found(await findReturn(db, id, scope))
  const record = found(await findOrder(db, returned.row.orderId, null))
  await askOthers(deps, record.order.customer, async () =>
    priceReplacement(await readReplacement(db, { record, returned, body }, await readSettings(db), now())),
  )
  const act = (tx: Db) =>
    answerOnce(tx, keyed, now(), () => exchangeOnce(tx, actor, request, { at: now(), chargesCards: config.stripe !== null }))
  try {
    return await inTransaction(db, act, isNumberTaken)
  } catch (error) {
    if (!(error instanceof StockConflictError)) throw error
    return refuse('stock_gone', { facts: { names: "There isn't enough stock for this exchange. Choose a smaller quantity." } })
  }
}

async function exchangeOnce(
  tx: Db,
  actor: Actor,
  asked: Asked,
  { at, chargesCards }: { at: Date; chargesCards: boolean },
): Promise<Return> {
  const { id, scope, body, requestId } = asked
  const { row } = found(await findReturn(tx, id, scope))
  const begun = await startForCustomer(tx, row.userId, at) // the cart is locked before the order
  const record = found(await lockOrder(tx, row.orderId, null))
  const returned = found(await findReturn(tx, id, scope))
  requireExchangeable(returned, scope, body.version)
  requireStepUp(actor)
  if (!begun) return refuseExchange("The customer's account is closed. Refund the return instead.")
  const dispute = await findOrderDispute(tx, row.orderId)
  if (dispute && isOpenDispute(dispute.status)) refuse('disputed')
  const isBack = body.restock === true && returned.lines.every(({ isRestocked }) => !isRestocked)
  await lockStock(
    tx,
    [...body.items, ...(isBack ? returned.lines.map((line) => ({ id: line.productId })) : [])].map((one) => one.id),
  )
  const exchange = await priceExchange(tx, { record, returned, body }, begun.start.facts.settings, at)
  requireAgreed(record, exchange, asked)
  const { priced, totalCents, valueCents, creditCents, dueCents, shippingCents } = exchange
  const orderId = crypto.randomUUID()
  const debt = { ...begun, priced, dueCents: totalCents - valueCents, chargesCards, orderId }
  if (debt.dueCents > 0) await requireLimit(tx, actor, debt, { beyondLimit: false, requestId })
  const customer = record.order.customer as CustomerForm // written from the checkout form, which has the same fields
  const form = await checkVatId(tx, customer, { field: 'customer.vatId', businessIds: [row.businessId] })
  const of = { returnNumber: row.number, creditCents, dueCents }
  const order = { ...begun, orderId, actor, priced, form, agreedReason: `Exchange of return ${row.number}`, exchange: of, requestId }
  const placed = await placeForCustomer(tx, order, at)
  const settler = { actor, at, requestId }
  if (isBack) await restock(tx, returned, settler)
  if (creditCents > 0) await payByCredit(tx, orderId, of, settler)
  const stored = { ...returned, row: { ...row, shippingCents } }
  const unsent = { exchangedCents: creditCents, orderNumber: placed.record.order.number }
  const refund = await refundReturn(tx, record, stored, settler, unsent)
  const { answer } = body
  const change = {
    status: 'refunded' as const,
    updatedAt: at,
    shippingCents,
    ...(answer && { answer }),
    ...(refund && { refundId: refund.id }),
  }
  await updateReturn(tx, id, change)
  await insertExchange(tx, { returnId: id, orderId, at })
  const after = found(await findReturn(tx, id, scope))
  return recordTransition(tx, { before: returned, after, exchange: { ...exchange, order: placed.record.order } }, scope, settler)
}

/** Records that what a return is worth pays for the order of its exchange; the buyer is emailed about the exchange, not the payment. */
async function payByCredit(
  tx: Db,
  orderId: string,
  { returnNumber, creditCents, dueCents }: { returnNumber: string; creditCents: number; dueCents: number },
  settler: { actor: Actor; at: Date; requestId: string },
): Promise<void> {
  const payment = { method: 'exchange', label: paymentLabel('exchange'), reference: returnNumber, amountCents: creditCents }
  const record = found(await lockOrder(tx, orderId, null))
  await recordPayment(tx, record, { ...payment, receivedCents: 0, leftCents: dueCents, paidAt: settler.at }, settler)
}

/** Requires a return that has arrived, of which the caller may decide that it is exchanged. */
function requireExchangeable(returned: ReturnRecord, scope: ReturnScope, version?: number): void {
  const { row } = returned
  if (version !== undefined && version !== row.version) refuseStale(['return', row.id], presentReturn(returned, scope))
  if (row.withdrawalId !== null) refuseExchange('The customer withdrew from the contract, so their money has to be refunded.')
  if (row.status === 'refunded' || row.status === 'declined') refuseExchange('It is settled already.')
  if (row.status !== 'received') refuseExchange('Mark it as received first.')
  if (scope !== null && row.wish === 'refund') refuseExchange('The customer asked for a refund.')
}

/** Requires the total that was previewed, and of a seller one that costs the customer nothing more. */
function requireAgreed({ order }: OrderRecord, { totalCents, valueCents }: PricedExchange, { scope, body }: Asked): void {
  if (toMinor(body.amount) !== totalCents) {
    refuse('price_changed', { detail: 'The total has changed since you last saw it. Check the new total, then exchange the products.' })
  }
  if (scope === null || totalCents <= valueCents) return
  const more = formatMoney(totalCents - valueCents, order.currency)
  refuseExchange(`It would cost the customer ${more} more. Charge no more than the return is worth, or ask the shop to settle it.`)
}
