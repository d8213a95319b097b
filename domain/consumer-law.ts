import { type BuyerKind, buyerKindOf } from './customer.ts'
import { EU_COUNTRIES } from './tax-territory.ts'

/** Law under which the consumers of a country buy. */
type MarketLaw = 'eu' | 'us' | 'other'

/** Returns the law of a country (ISO 3166, two letters). */
export function lawOf(country: string): MarketLaw {
  if (EU_COUNTRIES.includes(country)) return 'eu'
  return country === 'US' ? 'us' : 'other'
}

/** Buyer of an order: where it goes, and its kind, which older orders state by a company. */
type LawBuyer = { country: string; buyerKind?: BuyerKind | null | undefined; company?: string | undefined }

/** Returns true if a buyer has the rights of consumers of the European Union (Directive 2011/83/EU). */
export function isEuConsumer({ country, ...buyer }: LawBuyer): boolean {
  return lawOf(country) === 'eu' && buyerKindOf(buyer) === 'consumer'
}

/** Sentence about a product without a right of withdrawal (Directive 2011/83/EU, Article 16(c)). */
export const CUSTOM_TEXT = "It is made to your order, so the right to withdraw within 14 days doesn't apply."
