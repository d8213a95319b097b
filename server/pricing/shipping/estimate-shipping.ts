import type { Estimate } from '#contract/pricing/shipping.ts'
import { deliveryWindow } from '#domain/delivery.ts'
import { freightCharges, isWaived, offerText, planFreight, quoteNotice, quoteReasonText } from '#domain/freight.ts'
import { type Currency, toDecimal } from '#domain/money.ts'
import { ladderFor, unitPriceCents } from '#domain/pricing.ts'
import { DEFAULT_SHIPPING_RATES, offeredMethods, shippingCents } from '#domain/shipping.ts'
import { destinationOf } from '#domain/shipping-zones.ts'
import type { ShopRules } from '#domain/totals.ts'
import { type CartProduct, listProductsForCart } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { countryName } from '#server/platform/text/country-code.ts'
import { freightLine } from './freight-lines.ts'
import { readZonesFor } from './zone-list.ts'

/** Some units of a product and where they should go. */
interface EstimateRequest {
  productId: string
  quantity: number
  currency: Currency
  country: string
  state: string
  zip: string
}

async function findProduct(
  db: Db,
  { productId }: EstimateRequest,
  { isStaff, now }: { isStaff: boolean; now: Date },
): Promise<CartProduct> {
  const [product] = await listProductsForCart(db, [productId], { buyerId: null, now })
  return found(isStaff || product?.isBuyable ? product : null)
}

/** Returns what the units cost as the buyer sees them, in cents. */
function subtotalOf(product: CartProduct, { quantity, currency }: EstimateRequest): number {
  const listCents = currency === 'USD' ? product.priceUsdCents : product.priceEurCents
  return unitPriceCents(listCents, quantity, product.ladder ?? ladderFor(product.categoryValue)) * quantity
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)

type Days = { minDays: number; maxDays: number }

/** Returns the days between which a product arrives that is ordered now. */
function arrivalOf({ leadTimeDays }: CartProduct, { minDays, maxDays }: Days, country: string, now: Date) {
  const { earliest, latest } = deliveryWindow(now, { minDays, maxDays }, leadTimeDays ?? 0, country)
  return { minDays, maxDays, earliest: dayOf(earliest), latest: dayOf(latest) }
}

/** Estimates by the one row of rates that a shop without rules by country has. */
function estimateLegacy(
  product: CartProduct,
  request: EstimateRequest,
  { shippingRates: rates }: ShopRules,
  now: Date,
): Estimate['methods'] {
  const { currency, country } = request
  const subtotalCents = subtotalOf(product, request)
  return offeredMethods([product]).map((method) => {
    const charge = toDecimal(shippingCents({ rates, method, currency, subtotalCents, lines: [product], promo: null }))
    return { method, label: rates[method].label, charge, ...arrivalOf(product, rates[method], country, now), carrier: null }
  })
}

/** Returns methods, charges and days of the delivery of some units of a product, or that it is by quote. */
export async function estimateShipping(db: Db, request: EstimateRequest, now: Date): Promise<Estimate> {
  const product = await findProduct(db, request, { isStaff: false, now })
  const { rules, basis } = await readSettings(db)
  const { currency, quantity } = request
  const to = destinationOf(request)
  const answer = { country: to.country, currency }
  if (basis === 'legacy') return { ...answer, isQuote: false, notice: null, methods: estimateLegacy(product, request, rules, now) }
  const zones = await readZonesFor(db, [product.businessId], rules.shippingRates)
  const plan = planFreight({ zones, lines: [freightLine(product, quantity)], to })
  const isQuote = plan.quotes.length > 0
  const subtotalCents = subtotalOf(product, request)
  const methods = plan.methods.flatMap((method) =>
    freightCharges(plan, { method }).map((charge) => ({
      method,
      label: DEFAULT_SHIPPING_RATES[method].label,
      charge: isWaived(charge, { promo: null, currency, subtotalCents }) ? 0 : toDecimal(charge.netCents[currency]),
      ...arrivalOf(product, charge, to.country, now),
      carrier: charge.carrier,
    })),
  )
  return { ...answer, isQuote, notice: isQuote ? quoteNotice(countryName(to.country)) : null, methods }
}

/** Returns the rates of some units of a product by the zones, and why, for staff. */
export async function tryRate(db: Db, request: EstimateRequest, now: Date) {
  const product = await findProduct(db, request, { isStaff: true, now })
  const { rules } = await readSettings(db)
  const { currency, quantity } = request
  const to = destinationOf(request)
  const zones = await readZonesFor(db, [product.businessId], rules.shippingRates)
  const line = freightLine(product, quantity)
  const plan = planFreight({ zones, lines: [line], to })
  const subtotalCents = subtotalOf(product, request)
  const methods = plan.shipments.flatMap((shipment) =>
    shipment.offers.map((offer) => {
      const { minDays, maxDays, freeFromCents } = offer.rate
      const isFree = isWaived({ class: shipment.class, freeFromCents }, { promo: null, currency, subtotalCents })
      const charge = isFree ? 0 : toDecimal(offer.netCents[currency])
      return { method: offer.method, charge, minDays, maxDays, why: offerText(shipment, offer, currency) }
    }),
  )
  const [quote] = plan.quotes
  return {
    ...to,
    dispatchCountry: line.dispatchCountry,
    weightKg: product.weightGrams === null ? null : product.weightGrams / 1000,
    shippingClass: product.shippingClass,
    methods,
    quote: quote ? quoteReasonText(quote.reason) : null,
  }
}
