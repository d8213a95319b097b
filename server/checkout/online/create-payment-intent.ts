import type { PaymentIntent, PaymentIntentBody } from '#contract/checkout/checkout.ts'
import { toDecimal } from '#domain/money.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { loadCart, placeOfForm } from '#server/cart/load-cart.ts'
import { findOpenOrder } from '#server/orders/order-record.ts'
import { dropIntent } from '#server/payments/cards/card-payment-record.ts'
import { followIntent } from '#server/payments/cards/follow-intent.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { isNumberTaken } from '#server/platform/db/take-number.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { type Intent, type PaymentProvider, ProviderError, within } from '#server/platform/vendors/stripe.ts'
import { askAboutCart } from './ask-before-order.ts'
import { refuseStockConflict } from './check-cart.ts'
import { ensureIntent } from './ensure-intent.ts'
import { holdOrder, seenOf } from './hold-order.ts'
import { StockConflictError } from './take-stock.ts'

/** Longest time in ms that a caller waits for the provider, in all. */
const ANSWER_MS = 9000

interface Request {
  body: PaymentIntentBody
  idempotencyKey: string | null
  requestId: string
}

/**
 * Begins the card payment of the caller's cart: order and reservation first, in one transaction, then the order's one intent, outside of
 * it. A second call before it is paid rewrites the same order and intent. 503 where the shop charges no cards or the provider does not
 * answer: the order stays, and the next call continues with it.
 */
export async function createPaymentIntent(
  deps: Deps,
  provider: PaymentProvider | null,
  actor: Actor,
  request: Request,
): Promise<OnceAnswered<PaymentIntent>> {
  if (provider === null) refuse('payment_not_configured')
  const end = performance.now() + ANSWER_MS
  const inTime = <Answer>(work: Promise<Answer>) => within(end - performance.now(), work)
  try {
    const known = await inTime(openIntent(deps, provider, actor))
    const { order, isReplay } = await hold(deps, actor, request)
    const intent = await inTime(ensureIntent(deps, provider, order, known))
    if (intent.status === 'succeeded') await refusePaid(deps, intent, order.number)
    const { id: orderId, number: orderNumber, totalCents, currency, holdUntil } = order
    const expiresAt = (holdUntil ?? deps.now()).toISOString()
    return {
      answer: { clientSecret: intent.clientSecret, orderId, orderNumber, amount: toDecimal(totalCents), currency, expiresAt },
      isReplay,
    }
  } catch (error) {
    if (error instanceof ProviderError) refuse('payment_unavailable')
    throw error
  }
}

/**
 * Returns the intent of the caller's open order from the provider; null where there is none, or none that can still be paid. 409 for one
 * that is paid.
 */
async function openIntent(deps: Deps, provider: PaymentProvider, { userId }: Actor): Promise<Intent | null> {
  const open = await findOpenOrder(deps.db, userId)
  if (!open?.paymentIntentId) return null
  const intent = await provider.retrieveIntent(open.paymentIntentId)
  if (intent.status === 'succeeded') await refusePaid(deps, intent, open.number)
  if (intent.status === 'processing') refuse('payment_processing')
  if (intent.status !== 'canceled') return intent
  await dropIntent(deps.db, open.id, open.paymentAttempt)
  return null
}

async function refusePaid(deps: Deps, intent: Intent, orderNumber: string): Promise<never> {
  await followIntent(deps, intent)
  return refuse('already_paid', { extra: { orderNumber } })
}

async function hold(deps: Deps, actor: Actor, request: Request) {
  const { db, config, now } = deps
  const { currency, customer } = request.body
  if (customer) await askAboutCart(deps, { userId: actor.userId, currency, customer })
  const at = now()
  const holdUntil = new Date(at.getTime() + config.holdMinutes * MINUTE_MS)
  try {
    return await inTransaction(db, (tx) => holdOrder(tx, actor, { ...request, at, holdUntil }), isNumberTaken)
  } catch (error) {
    if (!(error instanceof StockConflictError)) throw error
    const { body } = request
    const priced = await loadCart(db, {
      userId: actor.userId,
      currency: body.currency,
      now: at,
      place: body.customer && placeOfForm(body.customer),
    })
    const cart = { shippingMethod: priced.input.shippingMethod, activeCode: priced.activePromo?.promo.code ?? null }
    return refuseStockConflict(priced, seenOf(body, cart), error.what)
  }
}
