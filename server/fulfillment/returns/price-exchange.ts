import type { ExchangePreview, ExchangePreviewBody } from '#contract/fulfillment/exchanges.ts'
import { LIST_TERMS } from '#domain/agreed-terms.ts'
import { evenDiscount, settleExchange } from '#domain/exchange.ts'
import { toDecimal } from '#domain/money.ts'
import { isPaused, pauseText } from '#domain/pause.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { dayOf } from '#domain/time.ts'
import { placeOfForm } from '#server/cart/load-cart.ts'
import { type Pricer, readPricer } from '#server/cart/price-agreed.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { requireAvailable, requireOpen } from '#server/checkout/online/check-cart.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import type { ReturnRecord } from './order-returns.ts'
import { refundableOf, shippingOf, valueOf } from './refund-return.ts'

/** A return of an order with the products that are wanted in exchange. */
interface WantedExchange {
  record: OrderRecord
  returned: ReturnRecord
  body: ExchangePreviewBody
}

/** An exchange as it is priced; cents. */
export interface PricedExchange extends ReturnType<typeof settleExchange> {
  priced: PricedCart
  totalCents: number
  valueCents: number
  /** Shipping that the value includes. */
  shippingCents: number
}

const FREE_SHIPPING = { ...LIST_TERMS, freight: { cents: 0, text: 'Exchange' } }

/** Reads what the price of the replacement follows from: the list of now, for the buyer and the place of the order. It ships free. */
export function readReplacement(db: Db, { record, body }: WantedExchange, settings: ShopSettings, now: Date): Promise<Pricer> {
  const { userId, currency, customer } = record.order
  const place = { ...placeOfForm(customer), country: customer.country ?? DEFAULT_COUNTRY }
  const request = { userId, currency, shippingMethod: 'standard' as const, extras: {}, promoCode: null, place }
  return readPricer(db, { ...request, items: body.items, sellerIds: [] }, settings, now)
}

/** Prices the replacement before anything is checked. */
export const priceReplacement = ({ price }: Pricer): PricedCart => price(FREE_SHIPPING)

/**
 * Prices an exchange of a return.
 * @throws the refusals `not_exchangeable`, those of products that cannot be ordered, and 422 for those of another seller
 */
export async function priceExchange(db: Db, wanted: WantedExchange, settings: ShopSettings, now: Date): Promise<PricedExchange> {
  const { record, returned, body } = wanted
  const pricer = await readReplacement(db, wanted, settings, now)
  const list = priceReplacement(pricer)
  requireOfSeller(list, body, returned)
  requireUnpaused(list, dayOf(now, settings.company.timeZone))
  requireOpen(list)
  requireAvailable(list)
  const shippingCents = await shippingOf(db, record, returned)
  const stored = { ...returned, row: { ...returned.row, shippingCents } }
  const valueCents = valueOf(record, stored)
  if (valueCents === 0) refuse('not_exchangeable', { facts: { why: 'Everything that it is worth was refunded before.' } })
  const priced = body.isEven ? atValue(pricer, list, valueCents) : list
  const { totalCents } = priced.totals
  if (totalCents === 0) refuse('not_exchangeable', { facts: { why: 'The replacement costs nothing. Refund the return instead.' } })
  const refundableCents = await refundableOf(db, record, stored)
  return { priced, totalCents, valueCents, shippingCents, ...settleExchange({ valueCents, refundableCents, totalCents }) }
}

/** Returns the replacement at a discount by which it costs no more than the return is worth. */
function atValue({ price }: Pricer, list: PricedCart, valueCents: number): PricedCart {
  if (list.totals.totalCents <= valueCents) return list
  if (list.calculation !== null) {
    refuse('not_exchangeable', {
      facts: { why: "Stripe calculates its taxes, so its price can't be lowered to that of the return." },
    })
  }
  const at = (discountCents: number) => price({ ...FREE_SHIPPING, discountCents })
  const totalAt = (discountCents: number) => at(discountCents).totals.totalCents
  return at(evenDiscount(valueCents, { subtotalCents: list.totals.subtotalCents, totalAt }))
}

function requireOfSeller({ lines }: PricedCart, { items }: ExchangePreviewBody, { row, businessName }: ReturnRecord): void {
  if (lines.length < items.length) refuseField('items', 'One of these products is no longer there. Please remove it.')
  const other = lines.find(({ product }) => product.businessId !== row.businessId)
  if (other) refuseField('items', `${other.product.name} is not sold by ${businessName}. Choose a product of the same seller.`)
}

/** Requires that the seller takes orders: prices at agreed terms say nothing of a pause. */
function requireUnpaused({ lines }: PricedCart, today: string): void {
  for (const { pause, businessName } of lines.map(({ product }) => product)) {
    if (pause && isPaused(pause, today)) refuse('not_exchangeable', { facts: { why: pauseText(businessName, pause) } })
  }
}

/** Presents an exchange before it is made. */
export function presentExchange({ order }: OrderRecord, exchange: PricedExchange): ExchangePreview {
  const { priced, totalCents, valueCents, creditCents, refundCents, dueCents, offDueCents } = exchange
  return {
    currency: order.currency,
    lines: priced.lines.map(({ product: { id, name }, quantity, unitPriceCents }) => {
      return { id, name, quantity, unitPrice: toDecimal(unitPriceCents), lineTotal: toDecimal(unitPriceCents * quantity) }
    }),
    discount: toDecimal(priced.totals.discountCents),
    tax: toDecimal(priced.totals.taxCents),
    total: toDecimal(totalCents),
    value: toDecimal(valueCents),
    credit: toDecimal(creditCents),
    refund: toDecimal(refundCents),
    due: toDecimal(dueCents),
    offDue: toDecimal(offDueCents),
  }
}
