import { type Currency, formatMoney } from './money.ts'
import type { Promo } from './promotion.ts'
import { DEFAULT_SHIPPING_RATES, offeredMethods, type ShippingClass, type ShippingMethod } from './shipping.ts'
import { type Destination, findZone, kilograms, sentFrom, type Zone, type ZoneRate } from './shipping-zones.ts'
import { dispatchPlace, type Place } from './tax-territory.ts'

/** A line of a cart or order as it is shipped. */
export type FreightLine = {
  productId: string
  businessId: string
  /** Country that its seller sends from, ISO 3166. */
  dispatchCountry: string
  shippingClass: ShippingClass
  quantity: number
  /** Of one unit, packed; null: not known. */
  weightGrams: number | null
  packageMm: { length: number; width: number; height: number } | null
}

/** A product as its package is shipped. */
interface ShippedProduct {
  id: string
  businessId: string
  dispatch: Place | null
  businessCountry: string
  businessPostalCode: string
  shippingClass: ShippingClass
  weightGrams: number | null
  packageLengthMm: number | null
  packageWidthMm: number | null
  packageHeightMm: number | null
}

/** Returns some units of a product as they are shipped. */
export function freightLine(product: ShippedProduct, quantity: number): FreightLine {
  const { dispatch, businessCountry: country, businessPostalCode: postalCode } = product
  const { packageLengthMm: length, packageWidthMm: width, packageHeightMm: height } = product
  return {
    productId: product.id,
    businessId: product.businessId,
    dispatchCountry: sentFrom(dispatchPlace({ dispatch, country, postalCode })),
    shippingClass: product.shippingClass,
    quantity,
    weightGrams: product.weightGrams,
    packageMm: length === null || width === null || height === null ? null : { length, width, height },
  }
}

/** Reasons for which a line has no rate. */
type QuoteReason = 'no_zone' | 'by_quote' | 'no_weight' | 'no_band' | 'too_heavy' | 'too_long' | 'too_wide' | 'no_common_method'

/** The rate of a shipment by one method; amounts in cents without tax. */
type ShipmentOffer = {
  method: ShippingMethod
  rate: ZoneRate
  /** Weight that was charged: the greater of weight and volume, over all units. */
  chargeableGrams: number
  netCents: Record<Currency, number>
}

/** Lines that travel under one charge: the freight of one seller, or all parcels by one zone. */
type Shipment = {
  class: ShippingClass
  /** The seller whose zone it is; null: the platform's. */
  ownerId: string | null
  zoneId: string
  zoneName: string
  productIds: string[]
  /** Sellers of its lines. */
  businessIds: string[]
  /** One a method that it can travel by, cheapest method first. */
  offers: ShipmentOffer[]
}

/** Shipments of a cart to a place, and its lines without a rate, which are in no shipment. */
export type FreightPlan = {
  shipments: Shipment[]
  quotes: { productId: string; reason: QuoteReason }[]
  /** Methods that every shipment can travel by; empty where there is no shipment. */
  methods: ShippingMethod[]
}

/** One charge of an order's delivery, in cents without tax; the calculator of totals finds whether it is waived. */
export type FreightCharge = {
  class: ShippingClass
  /** The seller whose rate it is; null: the platform. */
  ownerId: string | null
  zoneName: string
  productIds: string[]
  label: string
  netCents: Record<Currency, number>
  freeFromCents: Record<Currency, number> | null
  /** Rate of the same shipment by standard delivery; null where it goes by standard, or cannot. */
  standard: Pick<FreightCharge, 'netCents' | 'freeFromCents'> | null
  /** True for a service that the buyer added: no code waives it. */
  isExtra: boolean
  chargeableGrams: number
  minDays: number
  maxDays: number
  carrier: string | null
}

type Failures = Map<string, QuoteReason>

/** Returns the chargeable weight of a line in grams: quantity times the greater of weight and volume, from 0. */
export function chargeableGrams(line: Pick<FreightLine, 'quantity' | 'weightGrams' | 'packageMm'>, volumeDivisor: number | null): number {
  const { quantity, weightGrams, packageMm: size } = line
  if (weightGrams === null) return 0
  const volume = size && volumeDivisor ? Math.ceil((size.length * size.width * size.height) / volumeDivisor) : 0
  return quantity * Math.max(weightGrams, volume)
}

/** Returns the limit of a rate that a unit is above; null: none. */
function brokenLimit({ weightGrams, packageMm: size }: FreightLine, rate: ZoneRate): QuoteReason | null {
  if (rate.maxUnitGrams !== null && (weightGrams ?? 0) > rate.maxUnitGrams) return 'too_heavy'
  if (!size) return null
  const longest = Math.max(size.length, size.width, size.height)
  if (rate.maxLongestMm !== null && longest > rate.maxLongestMm) return 'too_long'
  const girth = longest + 2 * (size.length + size.width + size.height - longest)
  return rate.maxGirthMm !== null && girth > rate.maxGirthMm ? 'too_wide' : null
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const failAll = (lines: readonly FreightLine[], reason: QuoteReason): Failures => new Map(lines.map(({ productId }) => [productId, reason]))

/** Returns true if no weight changes the price: one band without an end, a price for each kilogram or a limit. */
const isForAnyWeight = ([rate, ...others]: readonly ZoneRate[]): boolean =>
  rate !== undefined &&
  others.length === 0 &&
  rate.minGrams === 0 &&
  rate.maxGrams === null &&
  rate.maxUnitGrams === null &&
  Math.max(rate.perKgCents.USD, rate.perKgCents.EUR) === 0

/** Returns the rate whose band holds the lines, with their weight; without any weight that is the lowest band. */
function bandOf(rates: readonly ZoneRate[], lines: readonly FreightLine[]): { rate: ZoneRate; grams: number } | null {
  if (lines.every(({ weightGrams }) => weightGrams === null)) {
    const [lowest] = rates.toSorted((one, other) => one.minGrams - other.minGrams)
    return lowest ? { rate: lowest, grams: 0 } : null
  }
  for (const rate of rates) {
    const grams = sum(lines.map((line) => chargeableGrams(line, rate.volumeDivisor)))
    if (rate.minGrams <= grams && (rate.maxGrams === null || grams < rate.maxGrams)) return { rate, grams }
  }
  return null
}

/** Finds the rate of lines by one method, or the lines that have none. */
function offerOf(
  zone: Zone,
  lines: readonly FreightLine[],
  terms: { class: ShippingClass; method: ShippingMethod },
): { offer: ShipmentOffer | null; failed: Failures } {
  const { method } = terms
  const rates = zone.rates.filter((rate) => rate.class === terms.class && rate.method === method)
  const unweighed = terms.class === 'freight' && !isForAnyWeight(rates) ? lines.filter(({ weightGrams }) => weightGrams === null) : []
  if (unweighed.length > 0) return { offer: null, failed: failAll(unweighed, 'no_weight') }
  const band = bandOf(rates, lines)
  if (!band) return { offer: null, failed: failAll(lines, 'no_band') }
  const { rate, grams } = band
  const { priceCents, perKgCents } = rate
  if (priceCents === null) return { offer: null, failed: failAll(lines, 'by_quote') }
  const failed: Failures = new Map()
  for (const line of lines) {
    const broken = brokenLimit(line, rate)
    if (broken) failed.set(line.productId, broken)
  }
  if (failed.size > 0) return { offer: null, failed }
  const priceIn = (currency: Currency) => priceCents[currency] + perKgCents[currency] * Math.ceil(grams / 1000)
  return { offer: { method, rate, chargeableGrams: grams, netCents: { USD: priceIn('USD'), EUR: priceIn('EUR') } }, failed }
}

/** Finds the methods of the lines of one shipment; a line that no method takes is left out, and the others go without it. */
function shipmentOf(
  zone: Zone,
  lines: readonly FreightLine[],
  terms: { class: ShippingClass; methods: readonly ShippingMethod[] },
): { shipment: Shipment | null; failed: Failures } {
  const failed: Failures = new Map()
  let rest = lines
  while (rest.length > 0) {
    const tried = terms.methods.map((method) => offerOf(zone, rest, { ...terms, method }))
    const offers = tried.flatMap(({ offer }) => offer ?? [])
    if (offers.length > 0) {
      const shipment: Shipment = {
        class: terms.class,
        ownerId: zone.businessId,
        zoneId: zone.id,
        zoneName: zone.name,
        productIds: rest.map(({ productId }) => productId),
        businessIds: [...new Set(rest.map(({ businessId }) => businessId))],
        offers,
      }
      return { shipment, failed }
    }
    const hopeless = rest.filter(({ productId }) => tried.every((each) => each.failed.has(productId)))
    for (const { productId } of hopeless.length > 0 ? hopeless : rest) {
      failed.set(productId, tried[0]?.failed.get(productId) ?? 'no_common_method')
    }
    rest = rest.filter(({ productId }) => !failed.has(productId))
  }
  return { shipment: null, failed }
}

interface Group {
  zone: Zone
  class: ShippingClass
  lines: FreightLine[]
}

/** Gathers the lines that travel under one charge. */
function groupLines(zones: readonly Zone[], lines: readonly FreightLine[], to: Destination): { groups: Group[]; failed: Failures } {
  const groups = new Map<string, Group>()
  const failed: Failures = new Map()
  for (const line of lines) {
    const { shippingClass, businessId, dispatchCountry } = line
    const zone = findZone(zones, { class: shippingClass, businessId, dispatchCountry, to })
    if (!zone) {
      failed.set(line.productId, 'no_zone')
      continue
    }
    const key = shippingClass === 'freight' ? `freight ${businessId}` : `parcel ${zone.id}`
    const group = groups.get(key) ?? { zone, class: shippingClass, lines: [] }
    group.lines.push(line)
    groups.set(key, group)
  }
  return { groups: [...groups.values()], failed }
}

/**
 * Finds the shipments of a cart and their rates to a place: per seller for freight, per zone for parcels. With freight among the lines
 * everything goes by standard.
 * @param zones the platform's, and those of the lines' sellers
 */
export function planFreight(cart: { zones: readonly Zone[]; lines: readonly FreightLine[]; to: Destination }): FreightPlan {
  const { zones, lines, to } = cart
  const allowed = offeredMethods(lines)
  const { groups, failed } = groupLines(zones, lines, to)
  const shipments: Shipment[] = []
  for (const group of groups) {
    const found = shipmentOf(group.zone, group.lines, { class: group.class, methods: allowed })
    for (const [productId, reason] of found.failed) failed.set(productId, reason)
    if (found.shipment) shipments.push(found.shipment)
  }
  return withCommonMethods(shipments, failed, lines)
}

/** Leaves out shipments that cannot travel by the methods of the first one. */
function withCommonMethods(shipments: readonly Shipment[], failed: Failures, lines: readonly FreightLine[]): FreightPlan {
  const kept: Shipment[] = []
  let methods: ShippingMethod[] = []
  for (const shipment of shipments) {
    const own = shipment.offers.map(({ method }) => method)
    const common = kept.length === 0 ? own : methods.filter((method) => own.includes(method))
    if (common.length === 0) {
      for (const productId of shipment.productIds) failed.set(productId, 'no_common_method')
      continue
    }
    methods = common
    kept.push(shipment)
  }
  const quotes = lines.flatMap(({ productId }) => {
    const reason = failed.get(productId)
    return reason ? [{ productId, reason }] : []
  })
  return { shipments: kept, quotes, methods }
}

/** Extras that a buyer ticked, by seller. */
type ChosenExtras = Readonly<Record<string, readonly string[]>>

/** Returns the charges of a plan by one method that it offers, with the extras that were ticked for the freight of a seller. */
export function freightCharges(plan: FreightPlan, choice: { method: ShippingMethod; extras?: ChosenExtras }): FreightCharge[] {
  const { method, extras = {} } = choice
  return plan.shipments.flatMap((shipment) => {
    const offer = shipment.offers.find((each) => each.method === method)
    if (!offer) return []
    const { class: of, ownerId, zoneName, productIds, businessIds } = shipment
    const { rate, chargeableGrams: grams, netCents } = offer
    const { minDays, maxDays, carrier, freeFromCents } = rate
    const isIncluded = netCents.USD + netCents.EUR === 0
    const label = of === 'parcel' ? DEFAULT_SHIPPING_RATES[method].label : isIncluded ? 'Freight included' : 'Freight'
    const facts = { class: of, ownerId, zoneName, productIds, chargeableGrams: grams, minDays, maxDays, carrier }
    const slow = method === 'standard' ? undefined : shipment.offers.find((each) => each.method === 'standard')
    const standard = slow ? { netCents: slow.netCents, freeFromCents: slow.rate.freeFromCents } : null
    const ticked = businessIds.flatMap((businessId) => extras[businessId] ?? [])
    const chosen = of === 'freight' ? rate.extras.filter(({ key }) => ticked.includes(key)) : []
    return [
      { ...facts, label, netCents, freeFromCents, standard, isExtra: false },
      ...chosen.map((extra) => ({
        ...facts,
        label: extra.label,
        netCents: extra.priceCents,
        freeFromCents: null,
        standard: null,
        isExtra: true,
      })),
    ]
  })
}

/** Facts of a charge by which it may cost nothing. */
type Waivable = {
  class: ShippingClass
  freeFromCents: Record<Currency, number> | null
  isExtra?: boolean | undefined
  isAgreed?: boolean | undefined
}

/**
 * Returns true if a charge costs nothing: a shipping code waives parcels, and freight where it says so, but neither extras nor what was
 * agreed; a threshold is reached.
 * @param facts.promo the code that counts; null: none
 * @param facts.subtotalCents as the buyer sees it, before the discount: of all lines, or of the seller whose rate it is
 */
export function isWaived(
  { class: of, freeFromCents, isExtra = false, isAgreed = false }: Waivable,
  { promo, currency, subtotalCents }: { promo: Pick<Promo, 'type' | 'includesFreight'> | null; currency: Currency; subtotalCents: number },
): boolean {
  if (isExtra || isAgreed) return false
  if (promo?.type === 'shipping' && (of === 'parcel' || promo.includesFreight === true)) return true
  return freeFromCents !== null && subtotalCents >= freeFromCents[currency]
}

const REASONS: Readonly<Record<QuoteReason, string>> = {
  no_zone: 'No zone has a rate for this place.',
  by_quote: 'The zone offers this delivery by quote only.',
  no_weight: 'Freight needs a weight, but the product has none.',
  no_band: 'No weight band of the zone covers this weight.',
  too_heavy: 'One unit is heavier than the rate allows.',
  too_long: 'One unit is longer than the rate allows.',
  too_wide: 'One unit has a larger girth than the rate allows.',
  no_common_method: 'No shipping method is available for all lines.',
}

/** Returns why a line has no rate, for staff. */
export const quoteReasonText = (reason: QuoteReason): string => REASONS[reason]

/** Returns why an offer costs what it costs, for staff: 'European Union, freight from 100 to 300 kg, 240 kg charged: €289.00'. */
export function offerText({ zoneName, class: of }: Pick<Shipment, 'zoneName' | 'class'>, offer: ShipmentOffer, currency: Currency): string {
  const { rate, chargeableGrams: grams, netCents } = offer
  const { minGrams, maxGrams, priceCents, perKgCents, freeFromCents } = rate
  const band = maxGrams === null ? `from ${kilograms(minGrams)} kg` : `from ${kilograms(minGrams)} to ${kilograms(maxGrams)} kg`
  const money = (cents: number) => formatMoney(cents, currency)
  const perKg = perKgCents[currency]
  const parts = perKg > 0 ? ` (${money(priceCents?.[currency] ?? 0)} + ${Math.ceil(grams / 1000)} × ${money(perKg)})` : ''
  const free = freeFromCents ? `, free from ${money(freeFromCents[currency])}` : ''
  return `${zoneName}, ${of} ${band}, ${kilograms(grams)} kg charged: ${money(netCents[currency])}${parts}${free}`
}

/** Returns what is by quote: freight, where something goes by it, else delivery. */
export const quotedWord = (lines: readonly Pick<FreightLine, 'shippingClass'>[]): 'freight' | 'delivery' =>
  lines.some(({ shippingClass }) => shippingClass === 'freight') ? 'freight' : 'delivery'

/** Returns the sentence about lines by quote, as cart and product page have it. */
export function quoteNotice(place: string, lines: readonly Pick<FreightLine, 'shippingClass'>[]): string {
  return `${quotedWord(lines) === 'freight' ? 'Freight' : 'Delivery'} to ${place} is by quote.`
}
