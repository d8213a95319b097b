import type { Product } from '#contract/catalog/products.ts'
import type { Estimate } from '#contract/pricing/shipping.ts'
import { arrivalDays, type PlacedAt } from '#domain/delivery.ts'
import type { ShownProduct } from '#domain/display-price.ts'
import {
  type FreightCharge,
  type FreightPlan,
  freightCharges,
  freightLine,
  isWaived,
  offerText,
  planFreight,
  quoteNotice,
  quoteReasonText,
} from '#domain/freight.ts'
import { type Currency, toDecimal, withTax } from '#domain/money.ts'
import { ladderFor, lineTotalCents, unitPriceCents } from '#domain/pricing.ts'
import { DEFAULT_SHIPPING_RATES, type DeliveryDays, offeredMethods, type ShippingMethod, shippingCents } from '#domain/shipping.ts'
import { type Destination, destinationOf, placeInText, type Zone } from '#domain/shipping-zones.ts'
import { type CartProduct, listProductsForCart, type PricedProduct } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readSettings, type ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { dispatchCountryOf } from './dispatch-address.ts'
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

/** Returns the days between which a product arrives that is ordered now. */
function arrivalOf({ leadTimeDays }: PricedProduct, { minDays, maxDays }: DeliveryDays, country: string, now: PlacedAt) {
  return { minDays, maxDays, ...arrivalDays(now, { minDays, maxDays }, leadTimeDays ?? 0, country) }
}

/** Some units of a product, with the rates at which its buyers see prices. */
interface ShownUnits {
  quantity: number
  shown: Pick<ShownProduct, 'rate' | 'shippingRate'>
}

/** The same units on their way to a place. */
interface DeliveryRequest extends ShownUnits {
  to: Destination
  zones: readonly Zone[]
  /** Of these units; null where the rates are those of the settings. */
  plan: FreightPlan | null
  settings: Pick<ShopSettings, 'rules' | 'company'>
  now: Date
}

type Delivery = NonNullable<Product['delivery']>

const inBoth = <Value>(of: (currency: Currency) => Value): Record<Currency, Value> => ({ USD: of('USD'), EUR: of('EUR') })

const thresholdOf = ({ freeFromCents }: Pick<FreightCharge, 'freeFromCents'>) =>
  freeFromCents && inBoth((currency) => toDecimal(freeFromCents[currency]))

/** Returns the plan of the delivery of some units of a product. */
export const planOf = (product: PricedProduct, { to, quantity, zones }: Pick<DeliveryRequest, 'to' | 'quantity' | 'zones'>): FreightPlan =>
  planFreight({ zones, lines: [freightLine(product, quantity)], to })

/** Returns the sum of some units of a product, as its buyer sees it. */
export const subtotalOf = (product: PricedProduct, { quantity, shown }: ShownUnits): Record<Currency, number> =>
  inBoth((currency) => {
    const listCents = currency === 'USD' ? product.priceUsdCents : product.priceEurCents
    return withTax(unitPriceCents(listCents, quantity, product.ladder ?? ladderFor(product.categoryValue)), shown.rate) * quantity
  })

/** Returns the charges of a plan by one of its methods, as its buyer sees them. @param subtotalCents of `subtotalOf` */
export const chargesOf = (
  plan: FreightPlan,
  method: ShippingMethod,
  { shown, subtotalCents }: Pick<ShownUnits, 'shown'> & { subtotalCents: Record<Currency, number> },
) =>
  freightCharges(plan, { method }).map((facts) => ({
    facts,
    charge: inBoth((currency) => {
      const isFree = isWaived(facts, { promo: null, currency, subtotalCents: subtotalCents[currency] })
      return isFree ? 0 : toDecimal(withTax(facts.netCents[currency], shown.shippingRate))
    }),
  }))

/** Returns methods, charges and days of the delivery of some units of a product, or that it is by quote. */
export function deliveryOf(product: PricedProduct, request: DeliveryRequest): Delivery {
  const { to, shown, zones, plan, settings, now } = request
  const { rules, company } = settings
  const placed = { at: now, timeZone: company.timeZone }
  const subtotalCents = subtotalOf(product, request)
  const place = placeInText(to, zones)
  const answer = { country: to.country, place, isQuote: false, notice: null }
  if (!plan) {
    const rates = rules.shippingRates
    const chargeOf = (method: ShippingMethod, currency: Currency) =>
      shippingCents({ rates, method, currency, subtotalCents: subtotalCents[currency], lines: [product], promo: null })
    const methods = offeredMethods([product]).map((method) => ({
      method,
      label: rates[method].label,
      charge: inBoth((currency) => toDecimal(chargeOf(method, currency))),
      freeFrom: thresholdOf(rates[method]),
      ...arrivalOf(product, rates[method], to.country, placed),
      carrier: null,
    }))
    return { ...answer, methods }
  }
  const methods = plan.methods.flatMap((method) =>
    chargesOf(plan, method, { shown, subtotalCents }).map(({ facts, charge }) => ({
      method,
      label: DEFAULT_SHIPPING_RATES[method].label,
      charge,
      freeFrom: thresholdOf(facts),
      ...arrivalOf(product, facts, to.country, placed),
      carrier: facts.carrier,
    })),
  )
  const isQuote = plan.quotes.length > 0
  return { ...answer, isQuote, notice: isQuote ? quoteNotice(place, [product]) : null, methods }
}

/**
 * Returns methods, charges and days of the delivery of some units of a product, or that it is by quote.
 * @param shown rates at which its buyer sees prices
 */
export async function estimateShipping(db: Db, request: EstimateRequest, shown: DeliveryRequest['shown'], now: Date): Promise<Estimate> {
  const product = await findProduct(db, request, { isStaff: false, now })
  const settings = await readSettings(db)
  const { currency, quantity } = request
  const zones = settings.basis === 'legacy' ? [] : await readZonesFor(db, [product.businessId], settings.rules.shippingRates)
  const units = { to: destinationOf(request), quantity, shown, zones }
  const plan = settings.basis === 'legacy' ? null : planOf(product, units)
  const { methods, ...delivery } = deliveryOf(product, { ...units, plan, settings, now })
  return {
    ...delivery,
    currency,
    methods: methods.map(({ freeFrom: _freeFrom, ...offer }) => ({ ...offer, charge: offer.charge[currency] })),
  }
}

/** Returns the rates of some units of a product by the zones, and why, for staff. */
export async function tryRate(db: Db, request: EstimateRequest, now: Date) {
  const product = await findProduct(db, request, { isStaff: true, now })
  const { rules } = await readSettings(db)
  const { currency, quantity } = request
  const to = destinationOf(request)
  const zones = await readZonesFor(db, [product.businessId], rules.shippingRates)
  const plan = planOf(product, { to, quantity, zones })
  const listCents = currency === 'USD' ? product.priceUsdCents : product.priceEurCents
  const subtotalCents = lineTotalCents(listCents, quantity, product.ladder ?? ladderFor(product.categoryValue))
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
    dispatchCountry: dispatchCountryOf({ dispatch: product.dispatch, country: product.businessCountry }),
    weightKg: product.weightGrams === null ? null : product.weightGrams / 1000,
    shippingClass: product.shippingClass,
    methods,
    quote: quote ? quoteReasonText(quote.reason) : null,
  }
}
