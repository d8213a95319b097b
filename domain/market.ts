import { countryNameOf } from './country-name.ts'
import { COUNTRIES, EU_COUNTRIES, isUsTerritory, marketCountry } from './market-country.ts'
import type { Currency } from './money.ts'
import { DEFAULT_COUNTRY } from './shipping.ts'

/** Prices that private persons see in a market: without tax, or with it. Businesses see them without. */
export const PRICE_DISPLAYS = ['net', 'gross'] as const
/** One of `PRICE_DISPLAYS`. */
export type PriceDisplay = (typeof PRICE_DISPLAYS)[number]

/** Bodies of consumer law that the shop knows. */
export const LEGAL_AREAS = ['eu', 'us', 'other'] as const
/** One of `LEGAL_AREAS`. */
export type LegalArea = (typeof LEGAL_AREAS)[number]

/** Prices that private buyers in the European Union see: all with tax (`gross`), or not in every market; `none`: the shop sells to none. */
export const EU_CONSUMERS = ['gross', 'mixed', 'none'] as const
/** One of `EU_CONSUMERS`. */
export type EuConsumers = (typeof EU_CONSUMERS)[number]

/** A country that the shop sells to, or sold to before it was closed. */
export interface Market {
  /** ISO 3166, two letters. */
  country: string
  isOpen: boolean
  /** Prices that private persons see. */
  priceDisplay: PriceDisplay
  sellsToConsumers: boolean
  /** Consumer law of its private buyers. */
  legal: LegalArea
}

/** Returns the currency of offers to a country where none is asked for. */
export const usualCurrency = (country: string): Currency => (EU_COUNTRIES.includes(country) ? 'EUR' : 'USD')

/** Returns the usual legal area of a country. */
export const legalOf = (country: string): LegalArea => (country === 'US' ? 'us' : EU_COUNTRIES.includes(country) ? 'eu' : 'other')

/** Returns a market as it is when a country is added: private persons see prices with tax where the law of the European Union wants it. */
export function newMarket(country: string, isOpen: boolean): Market {
  const legal = legalOf(country)
  return { country, isOpen, priceDisplay: legal === 'eu' ? 'gross' : 'net', sellsToConsumers: true, legal }
}

/** Returns the markets of a new shop: all open in a demo, else only the default one. */
export const seededMarkets = (isDemo: boolean): Market[] =>
  COUNTRIES.map((country) => newMarket(country, isDemo || country === DEFAULT_COUNTRY))

/** Returns true if a country can be a market of its own. */
export const isMarketCountry = (code: string): boolean => !isUsTerritory(code)

/** Returns the market of an address's country; null where it is not one. */
export const marketOf = (markets: readonly Market[], country: string | undefined): Market | null =>
  markets.find((market) => market.country === marketCountry(country)) ?? null

/** Returns true if the shop sells to a country; without one that is the United States. */
export const isOpenMarket = (markets: readonly Market[], country: string | undefined): boolean =>
  marketOf(markets, country)?.isOpen === true

/** Returns the sentence about a country where the shop sells to businesses only. */
export const privateBuyersText = (country: string): string => `We don't sell to private buyers in ${countryNameOf(country)} yet.`

/** Returns the sentence about a country that the shop does not sell to. */
export const closedMarketText = (country: string): string => `We don't ship to ${countryNameOf(country)} yet.`

/** Returns which prices private buyers in the European Union see. @param open the open markets */
export function euConsumersOf(open: readonly Market[]): EuConsumers {
  const served = open.filter(({ country, sellsToConsumers }) => sellsToConsumers && EU_COUNTRIES.includes(country))
  if (served.length === 0) return 'none'
  return served.every(({ priceDisplay }) => priceDisplay === 'gross') ? 'gross' : 'mixed'
}
