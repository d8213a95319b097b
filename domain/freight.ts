import { type Currency, formatMoney } from './money.ts'
import type { Promo } from './promotion.ts'
import { DEFAULT_SHIPPING_RATES, offeredMethods, type ShippingClass, type ShippingMethod } from './shipping.ts'
import { type Destination, findZone, kilograms, type RateExtra, type Zone, type ZoneRate } from './shipping-zones.ts'

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
  /** Line total as the buyer sees it, after the ladder and before a discount. */
  shownCents: number
}

/** Reasons for which a line has no rate. */
export type QuoteReason = 'no_zone' | 'by_quote' | 'no_weight' | 'no_band' | 'too_heavy' | 'too_long' | 'too_wide' | 'no_common_method'

/** The rate of a shipment by one method; amounts in cents without tax. */
export type ShipmentOffer = {
  method: ShippingMethod
  rate: ZoneRate
  /** Weight that was charged: the greater of weight and volume, over all units. */
  chargeableGrams: number
  chargeCents: number
  /** True if it costs nothing because of the subtotal. */
  isFree: boolean
}

/** Lines that travel under one charge: the freight of one seller, or all parcels by one zone. */
export type Shipment = {
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

/** One charge of an order's delivery, in cents without tax; the sum of the shipping. */
export type FreightCharge = {
  class: ShippingClass
  ownerId: string | null
  zoneId: string
  zoneName: string
  productIds: string[]
  label: string
  chargeableGrams: number
  minDays: number
  maxDays: number
  carrier: string | null
  /** Extras that were chosen; their prices are a part of `netCents`. */
  extras: RateExtra[]
  netCents: number
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
  terms: { class: ShippingClass; method: ShippingMethod; currency: Currency; subtotalCents: number },
): { offer: ShipmentOffer | null; failed: Failures } {
  const { method, currency, subtotalCents } = terms
  const rates = zone.rates.filter((rate) => rate.class === terms.class && rate.method === method)
  const unweighed = terms.class === 'freight' ? lines.filter(({ weightGrams }) => weightGrams === null) : []
  if (unweighed.length > 0) return { offer: null, failed: failAll(unweighed, 'no_weight') }
  const band = bandOf(rates, lines)
  if (!band) return { offer: null, failed: failAll(lines, 'no_band') }
  const { rate, grams } = band
  if (rate.priceCents === null) return { offer: null, failed: failAll(lines, 'by_quote') }
  const failed: Failures = new Map()
  for (const line of lines) {
    const broken = brokenLimit(line, rate)
    if (broken) failed.set(line.productId, broken)
  }
  if (failed.size > 0) return { offer: null, failed }
  const isFree = rate.freeFromCents !== null && subtotalCents >= rate.freeFromCents[currency]
  const chargeCents = isFree ? 0 : rate.priceCents[currency] + rate.perKgCents[currency] * Math.ceil(grams / 1000)
  return { offer: { method, rate, chargeableGrams: grams, chargeCents, isFree }, failed }
}

/** Finds the methods of the lines of one shipment; a line that no method takes is left out, and the others go without it. */
function shipmentOf(
  zone: Zone,
  lines: readonly FreightLine[],
  terms: { class: ShippingClass; methods: readonly ShippingMethod[]; currency: Currency; subtotalCents: number },
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
 * Finds the shipments of a cart and their rates to a place: per seller for freight, per zone for parcels. With freight among the lines everything goes by
 * standard.
 * @param zones the platform's, and those of the lines' sellers
 */
export function planFreight(cart: {
  zones: readonly Zone[]
  lines: readonly FreightLine[]
  to: Destination
  currency: Currency
}): FreightPlan {
  const { zones, lines, to, currency } = cart
  const allowed = offeredMethods(lines)
  const { groups, failed } = groupLines(zones, lines, to)
  const shipments: Shipment[] = []
  for (const group of groups) {
    const owner = group.zone.businessId
    const counted = owner === null ? lines : lines.filter(({ businessId }) => businessId === owner)
    const subtotalCents = sum(counted.map(({ shownCents }) => shownCents))
    const found = shipmentOf(group.zone, group.lines, { class: group.class, methods: allowed, currency, subtotalCents })
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
export type ChosenExtras = Readonly<Record<string, readonly string[]>>

function labelOf(shipmentClass: ShippingClass, method: ShippingMethod, chargeCents: number): string {
  if (shipmentClass === 'freight') return chargeCents === 0 ? 'Freight included' : 'Freight'
  return `Shipping (${DEFAULT_SHIPPING_RATES[method].label})`
}

/**
 * Returns the charges of a plan by one method that it offers.
 * @param promo a shipping code that counts waives parcels, and freight where it says so; never extras. Null: none
 */
export function freightCharges(
  plan: FreightPlan,
  choice: {
    method: ShippingMethod
    currency: Currency
    extras?: ChosenExtras
    promo?: (Pick<Promo, 'type'> & { includesFreight?: boolean }) | null
  },
): FreightCharge[] {
  const { method, currency, extras = {}, promo } = choice
  return plan.shipments.flatMap((shipment) => {
    const offer = shipment.offers.find((each) => each.method === method)
    if (!offer) return []
    const { rate } = offer
    const isWaived = promo?.type === 'shipping' && (shipment.class === 'parcel' || promo.includesFreight === true)
    const ticked = shipment.businessIds.flatMap((businessId) => extras[businessId] ?? [])
    const chosen = shipment.class === 'freight' ? rate.extras.filter(({ key }) => ticked.includes(key)) : []
    const base = isWaived ? 0 : offer.chargeCents
    return [
      {
        class: shipment.class,
        ownerId: shipment.ownerId,
        zoneId: shipment.zoneId,
        zoneName: shipment.zoneName,
        productIds: shipment.productIds,
        label: labelOf(shipment.class, method, base),
        chargeableGrams: offer.chargeableGrams,
        minDays: rate.minDays,
        maxDays: rate.maxDays,
        carrier: rate.carrier,
        extras: chosen,
        netCents: base + sum(chosen.map(({ priceCents }) => priceCents[currency])),
      },
    ]
  })
}

const REASONS: Readonly<Record<QuoteReason, string>> = {
  no_zone: 'No zone has a rate for this place.',
  by_quote: 'The zone says that it is by quote.',
  no_weight: 'Freight needs a weight, and the product has none.',
  no_band: 'No weight band of the zone holds this weight.',
  too_heavy: 'One unit is heavier than the rate allows.',
  too_long: 'One unit is longer than the rate allows.',
  too_wide: 'One unit has a larger girth than the rate allows.',
  no_common_method: 'No shipping method goes for all lines.',
}

/** Returns why a line has no rate, for staff. */
export const quoteReasonText = (reason: QuoteReason): string => REASONS[reason]

/** Returns why an offer costs what it costs, for staff: 'European Union, freight from 100 to 300 kg, 240 kg charged: €289.00'. */
export function offerText(
  { zoneName, class: shipmentClass }: Pick<Shipment, 'zoneName' | 'class'>,
  offer: ShipmentOffer,
  currency: Currency,
): string {
  const { rate, chargeableGrams: grams, chargeCents, isFree } = offer
  const band =
    rate.maxGrams === null ? `from ${kilograms(rate.minGrams)} kg` : `from ${kilograms(rate.minGrams)} to ${kilograms(rate.maxGrams)} kg`
  const money = (cents: number) => formatMoney(cents, currency)
  const perKg = rate.perKgCents[currency]
  const sumText = perKg > 0 ? ` (${money(rate.priceCents?.[currency] ?? 0)} + ${Math.ceil(grams / 1000)} × ${money(perKg)})` : ''
  const free = isFree && rate.freeFromCents ? `, free from ${money(rate.freeFromCents[currency])}` : ''
  return `${zoneName}, ${shipmentClass} ${band}, ${kilograms(grams)} kg charged: ${money(chargeCents)}${isFree ? free : sumText}`
}

/** Returns the sentence about freight by quote, as cart and product page have it. */
export const quoteNotice = (country: string): string => `Freight to ${country} is by quote.`
