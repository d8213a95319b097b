import type { BuyerKind } from './buyer-kind.ts'
import { DEFAULT_COUNTRY } from './shipping.ts'
import { normalizeIdentifier } from './text.ts'

/* What every page of the shop needs to know of markets, and no more. */

/** Market of a visitor who has chosen none. */
export type DefaultMarket = { country: string; buyer: BuyerKind }

/** The default market of a new shop. */
export const DEFAULT_MARKET: DefaultMarket = { country: DEFAULT_COUNTRY, buyer: 'business' }

/** Countries that a new shop can sell to, in the order of its lists. */
export const COUNTRIES: readonly string[] =
  'US AU AT BE BG CA HR CY CZ DK EE FI FR DE GR HU IS IE IT JP LV LI LT LU MT MX NL NZ NO PL PT RO SG SK SI ES SE CH AE GB'.split(' ')

/** Member states of the European Union. */
export const EU_COUNTRIES: readonly string[] = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Countries of goods and services taxes, consumption and sales taxes: nobody there speaks of VAT. */
const WITHOUT_VAT: readonly string[] = ['US', 'CA', 'AU', 'NZ', 'SG', 'JP', 'IN', 'MY', 'HK']

/** Returns the name of the tax on sales in a country, within a sentence. */
export const salesTaxName = (country: string): 'VAT' | 'tax' => (WITHOUT_VAT.includes(country) ? 'tax' : 'VAT')

/** Countries beside the European Union whose businesses have VAT ids that can be checked; those of Liechtenstein are Swiss. */
const VAT_ID_COUNTRIES: readonly string[] = ['GB', 'CH', 'LI', 'NO']

/** Returns true if the businesses of a country have VAT ids. */
export const hasVatIds = (country: string): boolean => EU_COUNTRIES.includes(country) || VAT_ID_COUNTRIES.includes(country)

/** Territories of the United States that ISO 3166 also lists as countries; addresses of the shop have them as states. */
const TERRITORIES: readonly string[] = ['PR', 'VI', 'GU', 'AS', 'MP']

/** Returns true for a territory that has a country code of its own, such as PR. */
export const isUsTerritory = (country: string): boolean => TERRITORIES.includes(country)

/** Returns the country as whose market an address counts: territories of the United States are part of theirs. */
export function marketCountry(country: string | undefined): string {
  const code = normalizeIdentifier(country ?? DEFAULT_COUNTRY).toUpperCase()
  return isUsTerritory(code) ? 'US' : code
}
