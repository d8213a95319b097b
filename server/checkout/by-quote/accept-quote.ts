import { randomUUID } from 'node:crypto'
import { type AcceptBody, quoteOrders } from '#contract/checkout/quote-orders.ts'
import type { CustomerForm } from '#contract/identity/customer.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { VersionContent } from '#contract/quotes/quote-content.ts'
import { buyerKindOf } from '#domain/buyer-kind.ts'
import { formatMoney, toMinor } from '#domain/money.ts'
import { milestoneAmounts } from '#domain/payment-plan.ts'
import { normalizeVatId } from '#domain/vat-id.ts'
import { lockCartRow } from '#server/cart/cart-record.ts'
import { placeOfForm } from '#server/cart/load-cart.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { askOthers } from '#server/checkout/online/ask-before-order.ts'
import { confirmByOf, requirePayLater, totalOf, usdTotalOf, watchNewBuyer } from '#server/checkout/online/check-pay-later.ts'
import { readStart } from '#server/checkout/online/checkout-start.ts'
import { insertOrder } from '#server/checkout/online/new-order.ts'
import { notifyLargeOrder } from '#server/checkout/online/notify-large-order.ts'
import { StockConflictError, takeOrderStock } from '#server/checkout/online/take-stock.ts'
import { checkVatId } from '#server/identity/addresses/own-vat-ids.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import type { OrderedOffer } from '#server/orders/store-pricing.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken } from '#server/platform/db/take-number.ts'
import { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, RefusalError, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { claimOnce, findAnswer, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { type KeyedRequest, storeAnswer } from '#server/platform/idempotency/used-keys.ts'
import { countOrder } from '#server/platform/metrics/count-events.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { addAction, lockForAction } from '#server/quotes/apply-action.ts'
import { announceAccepted, askForVersion } from '#server/quotes/notify-quote.ts'
import { priceQuote, requireSellable, totalsOf } from '#server/quotes/price-quote.ts'
import {
  findNewest,
  findQuote,
  lockQuote,
  lockSeller,
  type OfferedVersion,
  type QuoteRow,
  readVersion,
  updateQuote,
} from '#server/quotes/quote-record.ts'

/** Input of `POST /api/quotes/{id}/accept`. */
interface AcceptCall {
  id: string
  body: AcceptBody
  idempotencyKey: string | null
  requestId: string
}

type TimedCall = AcceptCall & { at: Date; chargesCards: boolean; keyed: (KeyedRequest & { status: number }) | null }

/** Business days of a week, in which lead times count. */
const WEEK_DAYS = 5

/**
 * Makes the order of an offer, as it was sent: everything or nothing, in one transaction, by the path of every order. Refuses an offer that
 * is not the newest, has ended or was answered, a seller who may not sell, another place or buyer than the offer's, and stock that is gone.
 * Where its taxes would be others now, it is refused (`quote_outdated`), and the seller is asked for a new version.
 */
export async function acceptQuote(deps: Deps, actor: Actor, call: AcceptCall): Promise<OnceAnswered<Order>> {
  const { config, db, now } = deps
  const { id, body, idempotencyKey: key } = call
  const { method, path, status } = quoteOrders.accept
  const print = fingerprint(method, path, { id, ...body })
  const keyed = key === null ? null : { userId: actor.userId, key, status, fingerprint: print }
  const earlier = config.stripe ? await findAnswer<Order>(db, keyed) : null // only Stripe Tax is asked for a price
  if (earlier) return earlier
  await askFirst(deps, actor, call)
  const at = now()
  const timed = { ...call, at, keyed, chargesCards: config.stripe !== null }
  try {
    return await inTransaction(db, (tx) => acceptOnce(tx, actor, timed), isNumberTaken)
  } catch (error) {
    if (error instanceof StockConflictError)
      refuse('stock_gone', { facts: { names: 'A product of this offer has just been sold. Ask the seller for a new version.' } })
    if (error instanceof RefusalError && error.refusal.code === 'quote_outdated') {
      const { row } = found(await findQuote(db, { buyerId: actor.userId }, id))
      await inTransaction(db, (tx) => askForOther(tx, row, body.customer, at))
    }
    throw error
  }
}

/** Asks the seller for a new version, for the VAT id that the buyer accepts with: taxes depend on it. */
async function askForOther(tx: Db, { id, buyerId }: QuoteRow, customer: CustomerForm, at: Date): Promise<void> {
  const row = buyerId && (await lockQuote(tx, { buyerId }, id))
  if (!row || row.status !== 'offered') return
  const buyer = { kind: buyerKindOf(customer), vatId: normalizeVatId(customer.vatId ?? '') }
  await updateQuote(tx, id, { request: { ...row.request, buyer }, waitsFor: 'seller', updatedAt: at })
  await askForVersion(tx, row, at)
}

/** Asks others, before the transaction, what the taxes depend on. */
function askFirst(deps: Deps, actor: Actor, { id, body }: AcceptCall): Promise<void> {
  const { db, now } = deps
  return askOthers(deps, body.customer, async () => {
    const { row } = found(await findQuote(db, { buyerId: actor.userId }, id))
    const { content: offered } = readVersion((await findNewest(db, id)) ?? refuse('quote_changed'))
    const content = contentFor(offered, body.customer)
    return (await priceQuote(db, row, content, { settings: await readSettings(db), now: now() })).priced
  })
}

/** Returns the content of a version for the buyer of a form, whose taxes are then compared with those of the version. */
function contentFor(content: VersionContent, customer: CustomerForm): VersionContent {
  return { ...content, buyer: { kind: buyerKindOf(customer), vatId: customer.vatId ?? '' } }
}

async function acceptOnce(tx: Db, actor: Actor, call: TimedCall): Promise<OnceAnswered<Order>> {
  const { id, body, at, keyed, chargesCards, requestId } = call
  const earlier = await claimOnce<Order>(tx, keyed, at)
  if (earlier) return earlier
  const quoteCall = { actor, reader: { scope: { buyerId: actor.userId }, side: 'buyer' as const }, id, requestId }
  const { row, to } = await lockForAction(tx, quoteCall, 'accept', at)
  const version = await requireNewest(tx, row, body)
  await lockCartRow(tx, actor.userId) // one order of a buyer at a time: its limit is not passed
  const start = await readStart(tx, { userId: actor.userId, country: '' }, null, at)
  const { settings, certificates } = start.facts
  const { content, totals } = readVersion(version)
  requirePlace(content, body.customer)
  const businessId = found(row.businessId)
  const customer = await checkVatId(tx, body.customer, { field: 'customer.vatId', businessIds: [businessId] })
  const now = await priceQuote(tx, row, contentFor(content, customer), { settings, now: at, certificates })
  requireSellable(now.priced)
  if (JSON.stringify(totalsOf(now, version.commission)) !== JSON.stringify(totals)) refuse('quote_outdated')
  const priced = asOffered(now.priced, content)
  const orderId = randomUUID()
  const payLater = {
    buyer: actor,
    known: start.buyer,
    terms: settings.payLater,
    chargesCards,
    orderUsdCents: creditOf(priced, content),
    total: totalOf(priced),
  }
  if (payLater.orderUsdCents > 0) await requirePayLater(tx, payLater, { network: null, at })
  const confirmBy = confirmByOf(payLater, at)
  const placement = {
    orderId,
    actor,
    start: { ...start, rates: [...version.commission] },
    priced,
    customer,
    paymentMethod: 'pay_later' as const,
    holdUntil: null,
    confirmBy,
    agreedReason: `Quote ${row.number}, version ${version.number}`,
    plan: content.plan,
    leadTimeDays: content.leadTime.weeks * WEEK_DAYS,
    offer: orderedOffer(row, content),
    termDays: start.buyer.termDays,
    requestId,
  }
  const work = new UnitOfWork(tx)
  const { record, event } = await insertOrder(work, placement)
  const accepted = addAction(work, quoteCall, { row, action: 'accept', change: { status: to, orderId, draft: null }, at })
  await announceAccepted(work, accepted, record.order, at)
  watchNewBuyer(work, orderId, payLater, { network: null, at })
  const answer = presentOrder(record, { events: [event], company: settings.company, confirmBy }, actor)
  if (keyed) work.add(storeAnswer(tx, keyed, { status: keyed.status, response: answer }))
  await work.flush()
  // What many orders want at once comes last, so that its rows stay locked for a moment only.
  const emptied = await takeOrderStock(tx, { orderId, actorId: actor.userId, isHold: false, open: null }, priced)
  await notifyLargeOrder(tx, record.order, { totalUsdCents: usdTotalOf(priced), emptied, at })
  countOrder(tx, 'later', record.order)
  return { answer, isReplay: false }
}

/**
 * Refuses an offer that is not the newest, another total than the buyer saw, and a seller who may not sell, who is locked until the
 * transaction ends.
 */
async function requireNewest(tx: Db, row: QuoteRow, { versionId, amount }: AcceptBody): Promise<OfferedVersion> {
  const newest = await findNewest(tx, row.id)
  if (newest?.id !== versionId) refuse('quote_changed')
  const { totalCents, currency } = row
  if (toMinor(amount) !== totalCents) refuse('quote_total', { facts: { total: formatMoney(totalCents ?? 0, currency) } })
  if (row.businessId === null || !(await lockSeller(tx, row.businessId))) refuse('seller_closed')
  return newest
}

/** Refuses another place or kind of buyer than those of the offer: freight and taxes were agreed for them. */
function requirePlace({ delivery, buyer }: VersionContent, customer: CustomerForm): void {
  const { country, state, zip } = placeOfForm(customer)
  const place = [delivery.zipCode, delivery.city, delivery.state, delivery.country].filter(Boolean).join(', ')
  const sentence = `This offer is for delivery to ${place}. Ask for a change to have it delivered elsewhere.`
  if (country !== delivery.country) refuseField('customer.country', sentence)
  if ((state ?? '') !== delivery.state) refuseField('customer.state', sentence)
  if ((zip ?? '') !== delivery.zipCode) refuseField('customer.zipCode', sentence)
  if (buyerKindOf(customer) !== buyer.kind)
    refuseField('customer.buyerKind', `This offer is for a ${buyer.kind}. Request a new quote to buy as a ${buyerKindOf(customer)}.`)
}

/** Returns what the plan lets the buyer pay after the dispatch, in USD cents: only that is lent. */
function creditOf(priced: PricedCart, { plan }: VersionContent): number {
  const amounts = milestoneAmounts(usdTotalOf(priced), plan)
  return plan.reduce((sum, { trigger }, index) => sum + (trigger === 'delivery' ? (amounts[index] ?? 0) : 0), 0)
}

/** Returns what the order keeps of the offer. */
function orderedOffer(
  { id, number }: QuoteRow,
  { incoterm, delivery: { country }, dispatchCountry, leadTime }: VersionContent,
): OrderedOffer {
  return { id, number, incoterm, delivery: { country }, ...(dispatchCountry && { dispatchCountry }), leadTime }
}

/**
 * Returns the priced products with the names and the lead time of the offer; no day is promised for what is made from the first payment on.
 */
function asOffered(priced: PricedCart, { lines, leadTime }: VersionContent): PricedCart {
  const names = new Map(lines.map(({ productId, name }) => [productId, name]))
  const leadTimeDays = leadTime.weeks * WEEK_DAYS
  const isDayOpen = leadTime.weeks > 0 && leadTime.from === 'first_payment'
  return {
    ...priced,
    ...(isDayOpen && { shipping: { ...priced.shipping, withoutDays: new Set(priced.lines.map(({ product }) => product.id)) } }),
    lines: priced.lines.map((line) => ({
      ...line,
      product: { ...line.product, name: names.get(line.product.id) ?? line.product.name, leadTimeDays },
    })),
  }
}
