import type { MarketFacts } from '#contract/content/shop.ts'
import type { TaxSeller } from '#domain/decide-tax.ts'
import { type ShownMarket, seesTax, taxWords, type VisitorMarket } from '#domain/display-price.ts'
import { closedMarketText, marketOf, privateBuyersText } from '#domain/market.ts'
import { marketCountry } from '#domain/market-country.ts'
import { type IsOffered, offersIn } from '#domain/offered-products.ts'
import { isRequiredIn } from '#domain/producer-registers.ts'
import type { TaxClass } from '#domain/product-fields.ts'
import { destinationOf } from '#domain/shipping-zones.ts'
import { percentOfRate } from '#domain/tax-decision.ts'
import { findRate } from '#domain/tax-rates.ts'
import { territoryOf } from '#domain/tax-territory.ts'
import { dayOf } from '#domain/time.ts'
import type { AskedMarket } from '#server/catalog/products/shown-products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { WITHOUT_STOCK } from '#server/platform/db/revisions.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { readSettings, type ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { type DispatchingSeller, readTaxFacts } from '#server/pricing/tax/tax-record.ts'
import { listForOffers } from '#server/sellers/registers/registration-list.ts'

/** A market with the settings of the shop, the tax facts of some sellers, and what their register numbers decide. */
export interface KnownMarket {
  shown: ShownMarket
  settings: ShopSettings
  terms: { sellers: ReadonlyMap<string, TaxSeller> } | null
  isOffered: IsOffered
  /** Day of the shop (ISO) on which it is asked. */
  day: string
}

/** Returns the market that a request names; what it leaves out is that of the default market. */
function chosen({ country, buyer }: AskedMarket, { market }: ShopSettings): VisitorMarket {
  return { country: destinationOf({ country: country ?? market.country }).country, buyer: buyer ?? market.buyer }
}

/** Reads a market with what taxes are decided by for products of some sellers; a market with one rate reads no more than the settings. */
export const readMarket = async (db: Db, asked: AskedMarket, sellers: readonly DispatchingSeller[], now: Date): Promise<KnownMarket> =>
  readMarketOf(db, await readSettings(db), asked, sellers, now)

/** Reads the same with these settings. */
export async function readMarketOf(
  db: Db,
  settings: ShopSettings,
  asked: AskedMarket,
  sellers: readonly DispatchingSeller[],
  now: Date,
): Promise<KnownMarket> {
  const { country, buyer } = chosen(asked, settings)
  const market = marketOf(settings.markets, country)
  const destination = { country, state: '', postalCode: '' }
  const terms = settings.basis === 'legacy' ? null : await readTaxFacts(db, settings, { destination, sellers }, now)
  const taxed = { kind: buyer, vatCountry: null, certificates: [], seesGross: market?.priceDisplay === 'gross' }
  const key = ['register numbers', country]
  const readNumbers = () => listForOffers(db, marketCountry(country), null)
  const isAsked = isRequiredIn(settings.registers.modes, country)
  const registrations = isAsked ? await rememberCounts(db, { key, shows: WITHOUT_STOCK }, readNumbers) : []
  const isOffered = offersIn(settings, { country, buyer, now }, registrations)
  const day = dayOf(now, settings.company.timeZone)
  return { settings, terms, isOffered, day, shown: { country, buyer, market, tax: terms && { setup: terms.setup, buyer: taxed } } }
}

/** Returns words, rates and notes of a market. Refuses a country that the shop does not sell to. */
export async function readMarketFacts(db: Db, asked: AskedMarket, now: Date): Promise<MarketFacts> {
  const { shown, settings } = await readMarket(db, asked, [], now)
  const { country, buyer, market, tax } = shown
  if (!market?.isOpen && asked.country !== undefined) return refuseField('country', closedMarketText(country))
  const place = { country: territoryOf({ country, postalCode: '' }).country, state: '', postalCode: '' }
  const flat = tax?.setup.usMode === 'states' ? 0 : settings.tax.percent
  const rateOf = (taxClass: TaxClass): number => {
    if (!tax || place.country === 'US') return flat
    return percentOfRate(findRate(tax.setup.rules, place, taxClass, tax.setup.day)?.rate ?? 0)
  }
  const sellsToConsumers = market?.sellsToConsumers ?? true
  return {
    country,
    buyer,
    priceDisplay: seesTax(shown) ? 'gross' : 'net',
    taxLabel: taxWords(shown),
    rates: { standard: rateOf('standard'), reduced: rateOf('reduced'), zero: rateOf('zero') },
    sellsToConsumers,
    notes: buyer === 'consumer' && !sellsToConsumers ? [privateBuyersText(country)] : [],
  }
}
