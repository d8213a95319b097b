import { type BuyerKind, buyerKindOf } from '#domain/buyer-kind.ts'
import { marketOf } from '#domain/market.ts'
import { marketCountry } from '#domain/market-country.ts'
import type { Currency } from '#domain/money.ts'
import { type IsOffered, offersIn } from '#domain/offered-products.ts'
import { isRequiredIn } from '#domain/producer-registers.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { type Destination, destinationOf } from '#domain/shipping-zones.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { findPromo } from '#server/pricing/promotions/promotion-list.ts'
import { toZones } from '#server/pricing/shipping/zone-list.ts'
import { readTaxTerms, sellersOf, type TaxTerms } from '#server/pricing/tax/tax-record.ts'
import { listForOffers } from '#server/sellers/registers/registration-list.ts'
import { type CartFacts, readCartFacts } from './cart-values.ts'
import { type PricedCart, priceCart } from './price-cart.ts'
import { taxPlace } from './tax-terms.ts'

/** The owner of a cart, the currency of its prices, and the time at which they apply. */
export interface CartRequest {
  userId: string
  currency: Currency
  now: Date
  /** Place to price it for; without one, or without its country, the buyer's default address, else the default market. */
  place?: CartPlace | undefined
}

/** Country (ISO 3166), state and postal code of a delivery with its buyer, as far as they are known. */
export interface CartPlace {
  country?: string | undefined
  state?: string | undefined
  zip?: string | undefined
  buyer?: BuyerKind | undefined
  vatId?: string | undefined
}

/** The owner of a cart that is changed, with currency and place of its answer. */
export type CartOwner = Omit<CartRequest, 'now'>

/** The user's cart, priced. @param facts what has been read of it already, where it is locked */
export async function loadCart(db: Db, { userId, currency, now, place }: CartRequest, facts?: CartFacts): Promise<PricedCart> {
  const { stored, products, settings, zones, address, certificates } =
    facts ?? (await readCartFacts(db, userId, now, { country: countryIn(place) }))
  const promo = stored.promoCode ? await findPromo(db, stored.promoCode, userId) : null
  const { basis, rules, company, markets, market } = settings
  const to = destinationOf(placeOf(place, address, market.country))
  const { timeZone } = company
  const shipping = { basis, rules, zones: toZones(zones, rules.shippingRates), to, market: marketOf(markets, to.country), timeZone }
  const buyer = buyerOf(place, address, market.buyer)
  const tax = await readCartTax(db, { settings, to, products, certificates, now }, buyer)
  const isOffered = await readCartOffers(db, { settings, to, products, now }, buyer.kind)
  return priceCart({ stored, products, promo, shipping, buyer: buyer.kind, tax, isOffered, currency, now })
}

/** Reads what register numbers of sellers decide about products of a cart. */
export async function readCartOffers(
  db: Db,
  {
    settings,
    to,
    products,
    now,
  }: Omit<CartTaxFacts, 'certificates' | 'settings'> & { settings: Pick<ShopSettings, 'registers' | 'papers' | 'company'> },
  buyer: BuyerKind,
): Promise<IsOffered> {
  const { country } = to
  const sellers = isRequiredIn(settings.registers.modes, country) ? [...new Set(products.map(({ businessId }) => businessId))] : []
  const registrations = sellers.length === 0 ? [] : await listForOffers(db, marketCountry(country), sellers)
  return offersIn(settings, { country, buyer, now }, registrations)
}

/**
 * Reads what the taxes of products follow from; null where the shop has one rate everywhere.
 * @param sellers those of the lines; absent: of the products
 */
export async function readCartTax(
  db: Db,
  { settings, to, products, certificates, now }: CartTaxFacts,
  buyer: { kind: BuyerKind; vatId: string },
  sellers: Parameters<typeof sellersOf>[0] = products,
): Promise<TaxTerms | null> {
  if (settings.basis === 'legacy') return null
  return readTaxTerms(db, settings, { ...buyer, certificates, destination: taxPlace(to) }, sellersOf(sellers), now)
}

/** Facts of a cart that its taxes depend on. */
type CartTaxFacts = Pick<CartFacts, 'products' | 'certificates'> & {
  settings: Pick<ShopSettings, 'basis' | 'company' | 'tax' | 'trade' | 'markets'>
  to: Destination
  now: Date
}

/** Returns the country of a place as destinations have it; null where it names none. */
export const countryIn = (place: CartPlace = {}): string | null =>
  place.country === undefined ? null : destinationOf({ country: place.country }).country

/** Returns place and buyer that a checkout form names; without a country that is the United States. */
export const placeOfForm = (form: {
  country?: string | undefined
  state?: string | undefined
  zipCode?: string | undefined
  buyerKind?: BuyerKind | undefined
  company?: string | undefined
  vatId?: string | undefined
}): CartPlace => ({
  country: form.country ?? DEFAULT_COUNTRY,
  state: form.state,
  zip: form.zipCode,
  buyer: buyerKindOf(form),
  vatId: form.vatId ?? '',
})

/** Returns the buyer of a checkout form whose VAT id may decide the tax. */
export function vatBuyerOf(form: Parameters<typeof placeOfForm>[0]): { kind: BuyerKind; vatId: string; country: string } {
  return { kind: buyerKindOf(form), vatId: form.vatId ?? '', country: form.country ?? DEFAULT_COUNTRY }
}

/**
 * Returns the place that is asked for, else that of the default address, else the default market; of a country alone the buyer's address
 * there says the rest.
 */
function placeOf(place: CartPlace = {}, address: Record<string, string> | null, usual: string) {
  const known = { country: address?.country ?? (address ? DEFAULT_COUNTRY : usual), state: address?.state, zip: address?.zipCode }
  const { country, state, zip } = place
  if (country === undefined) return known
  return address && country === known.country && state === undefined && zip === undefined ? known : { ...place, country }
}

/** Returns the buyer of a cart: the one that is named, else that of the address, else the usual one. */
function buyerOf(
  { buyer, vatId }: CartPlace = {},
  address: Record<string, string> | null,
  usual: BuyerKind,
): { kind: BuyerKind; vatId: string } {
  const known = address ? buyerKindOf(address) : usual // written from the form's fields
  return { kind: buyer ?? known, vatId: vatId ?? address?.vatId ?? '' }
}
