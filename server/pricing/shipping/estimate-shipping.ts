import type { Estimate } from '#contract/pricing/shipping.ts'
import { deliveryWindow } from '#domain/delivery.ts'
import {
  type FreightLine,
  type FreightPlan,
  freightCharges,
  offerText,
  planFreight,
  quoteNotice,
  quoteReasonText,
} from '#domain/freight.ts'
import { type Currency, toDecimal } from '#domain/money.ts'
import { ladderFor, unitPriceCents } from '#domain/pricing.ts'
import { DEFAULT_SHIPPING_RATES, offeredMethods, shippingCents } from '#domain/shipping.ts'
import { type Destination, destinationOf } from '#domain/shipping-zones.ts'
import { type CartProduct, listProductsForCart } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { dispatchCountryOf } from './dispatch-address.ts'
import { readZonesFor } from './zone-list.ts'

/** Some units of a product and where they should go. */
export interface EstimateRequest {
  productId: string
  quantity: number
  currency: Currency
  country: string
  state: string
  zip: string
}

/** Returns a product as it is shipped. @param unitCents price of a unit as the buyer sees it */
export function freightLine(product: CartProduct, quantity: number, unitCents: number): FreightLine {
  const { packageLengthMm: length, packageWidthMm: width, packageHeightMm: height } = product
  return {
    productId: product.id,
    businessId: product.businessId,
    dispatchCountry: dispatchCountryOf({ dispatch: product.dispatch, country: product.businessCountry }),
    shippingClass: product.shippingClass,
    quantity,
    weightGrams: product.weightGrams,
    packageMm: length === null || width === null || height === null ? null : { length, width, height },
    shownCents: unitCents * quantity,
  }
}

/** Plans the delivery of some units of a product by the zones. Refuses `not_found` for a product that the shop does not sell. */
async function planEstimate(
  db: Db,
  { productId, quantity, currency, ...address }: EstimateRequest,
  { isStaff, now }: { isStaff: boolean; now: Date },
) {
  const [known] = await listProductsForCart(db, [productId], { buyerId: null, now })
  const product = found(isStaff || known?.isBuyable ? known : null)
  const { rules, basis } = await readSettings(db)
  const zones = await readZonesFor(db, [product.businessId], rules.shippingRates)
  const listCents = currency === 'USD' ? product.priceUsdCents : product.priceEurCents
  const unitCents = unitPriceCents(listCents, quantity, product.ladder ?? ladderFor(product.categoryValue))
  const to = destinationOf(address)
  const line = freightLine(product, quantity, unitCents)
  return { product, line, to, basis, rules, plan: planFreight({ zones, lines: [line], to, currency }) }
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)

function presentOffers(
  plan: FreightPlan,
  to: Destination,
  { leadTimeDays }: CartProduct,
  currency: Currency,
  now: Date,
): Estimate['methods'] {
  return plan.methods.flatMap((method) =>
    freightCharges(plan, { method, currency }).map(({ netCents, minDays, maxDays, carrier }) => {
      const { earliest, latest } = deliveryWindow(now, { minDays, maxDays }, leadTimeDays ?? 0, to.country)
      return {
        method,
        label: DEFAULT_SHIPPING_RATES[method].label,
        charge: toDecimal(netCents),
        minDays,
        maxDays,
        earliest: dayOf(earliest),
        latest: dayOf(latest),
        carrier,
      }
    }),
  )
}

/** Returns methods, charges and days of the delivery of some units of a product, or that it is by quote. */
export async function estimateShipping(db: Db, request: EstimateRequest, now: Date): Promise<Estimate> {
  const { currency } = request
  const { plan, to, product, line, basis, rules } = await planEstimate(db, request, { isStaff: false, now })
  const answer = { country: to.country, currency }
  if (basis === 'legacy') {
    const rates = rules.shippingRates
    const methods = offeredMethods([product]).map((method) => {
      const { minDays, maxDays } = rates[method]
      const { earliest, latest } = deliveryWindow(now, rates[method], product.leadTimeDays ?? 0, to.country)
      const charge = { rates, method, currency, subtotalCents: line.shownCents, lines: [product], promo: null }
      const days = { minDays, maxDays, earliest: dayOf(earliest), latest: dayOf(latest) }
      return { method, label: rates[method].label, charge: toDecimal(shippingCents(charge)), ...days, carrier: null }
    })
    return { ...answer, isQuote: false, notice: null, methods }
  }
  const isQuote = plan.quotes.length > 0
  const notice = isQuote ? quoteNotice(countryNames.of(to.country) ?? to.country) : null
  return { ...answer, isQuote, notice, methods: presentOffers(plan, to, product, currency, now) }
}

/** Returns the rates of some units of a product by the zones, and why, for staff. */
export async function tryRate(db: Db, request: EstimateRequest, now: Date) {
  const { plan, to, product, line } = await planEstimate(db, request, { isStaff: true, now })
  const { currency } = request
  const methods = plan.shipments.flatMap((shipment) =>
    shipment.offers.map((offer) => ({
      method: offer.method,
      charge: toDecimal(offer.chargeCents),
      minDays: offer.rate.minDays,
      maxDays: offer.rate.maxDays,
      why: offerText(shipment, offer, currency),
    })),
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
