import { lockOrder, type OrderRow, queueIntentCancel } from '#server/orders/order-record.ts'
import { dropIntent, storeIntent } from '#server/payments/cards/card-payment-record.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Intent, type PaymentProvider, ProviderError } from '#server/platform/vendors/stripe.ts'

/** Statuses in which the amount of a payment cannot be changed anymore. */
const FIXED: readonly Intent['status'][] = ['processing', 'requires_capture', 'succeeded', 'canceled']

/**
 * Returns the one intent of an open card order, created when there is none and updated to the order's amount. A repetition after a lost
 * answer sends the same key with the same amount, and so gets the same intent.
 * @param known the intent as it was just read; null when it was not
 * @throws ProviderError when the provider does not answer
 */
export async function ensureIntent(deps: Deps, provider: PaymentProvider, order: OrderRow, known: Intent | null): Promise<Intent> {
  const intent = order.paymentIntentId
    ? known?.id === order.paymentIntentId
      ? known
      : await provider.retrieveIntent(order.paymentIntentId)
    : await makeIntent(deps, provider, order)
  const isSame = intent.amountCents === order.totalCents && intent.currency === order.currency.toLowerCase()
  if (isSame || FIXED.includes(intent.status)) return intent
  return provider.updateIntent(intent.id, { amountCents: order.totalCents, currency: order.currency })
}

async function makeIntent({ db, now }: Deps, provider: PaymentProvider, order: OrderRow): Promise<Intent> {
  const { id: orderId, number: orderNumber, paymentAttempt } = order
  const { amountCents, currency } = order.paymentRequest ?? { amountCents: order.totalCents, currency: order.currency }
  try {
    const intent = await provider.createIntent({ orderId, orderNumber, amountCents, currency }, `order:${orderId}:${paymentAttempt}`)
    await inTransaction(db, async (tx) => {
      const kept = await storeIntent(tx, orderId, intent.id)
      const record = await lockOrder(tx, orderId, null)
      const isOpen = record?.order.holdUntil || record?.order.paidCents
      if (!kept || !isOpen) await queueIntentCancel(tx, intent.id, now()) // it ended during the request
    })
    return intent
  } catch (error) {
    if (error instanceof ProviderError && error.isFinal) await dropIntent(db, orderId, paymentAttempt)
    throw error
  }
}
