import type { Cart } from '#contract/cart/cart.ts'
import { arrivalDays, leadTimeOf } from '#domain/delivery.ts'
import { toDecimal } from '#domain/money.ts'
import { computeOrderTotals, type OrderTotalsInput } from '#domain/order-totals.ts'
import { businessDays } from '#domain/settings.ts'
import { DEFAULT_SHIPPING_RATES, SHIPPING_METHODS } from '#domain/shipping.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import type { CartShipping } from './shipping-terms.ts'

interface SentLine {
  product: CartProduct
}

/** Presents the methods of shipping with their days and charges. */
export function presentOptions(input: OrderTotalsInput, lines: readonly SentLine[], shipping: CartShipping): Cart['shippingOptions'] {
  const rated = lines.filter(({ product }) => !shipping.quotes.has(product.id))
  const bySeller = [...Map.groupBy(rated, ({ product }) => product.businessId)]
  return SHIPPING_METHODS.map((method) => {
    const windowOf = (own: readonly SentLine[]) => {
      const days = shipping.daysOf(method, new Set(own.map(({ product }) => product.id)))
      return arrivalDays({ at: input.now, timeZone: shipping.timeZone }, days, leadTimeOf(own), shipping.to.country)
    }
    const window = windowOf(rated)
    return {
      method,
      label: DEFAULT_SHIPPING_RATES[method].label,
      days: businessDays(shipping.daysOf(method)),
      charge: toDecimal(computeOrderTotals({ ...input, charges: shipping.chargesBy(method) }).shippingCents),
      offered: shipping.quotes.size === 0 && shipping.offered.includes(method),
      ...window,
      sellers: bySeller.map(([businessId, own]) => ({
        businessId,
        businessName: own[0]?.product.businessName ?? '',
        ...(own.length === rated.length ? window : windowOf(own)),
      })),
    }
  })
}
