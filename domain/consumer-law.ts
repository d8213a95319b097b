import { type BuyerKind, buyerKindOf } from './buyer-kind.ts'
import { countryInText } from './country-name.ts'
import { type LegalArea, legalOf } from './market.ts'
import { marketCountry } from './market-country.ts'

/** Returns the law under which the consumers of a country (ISO 3166, two letters) buy: that of its market, else the usual one. */
export function lawOf(country: string, known: LegalArea | null | undefined): LegalArea {
  return known ?? legalOf(marketCountry(country))
}

/** Buyer of an order: where it goes, the law of its market where that is known, and its kind, which older orders state by a company. */
type LawBuyer = {
  country: string
  law: LegalArea | null | undefined
  buyerKind?: BuyerKind | null | undefined
  company?: string | undefined
}

/** Returns true if a buyer has the rights of consumers of the European Union (Directive 2011/83/EU). */
export function isEuConsumer({ country, law, ...buyer }: LawBuyer): boolean {
  return lawOf(country, law) === 'eu' && buyerKindOf(buyer) === 'consumer'
}

/**
 * Returns the sentence about a product that consumers of the European Union cannot buy, since facts that they have a right to are missing.
 */
export const notForConsumersText = (name: string, country: string): string =>
  `${name} isn't available to private buyers in ${countryInText(country)} yet.`
