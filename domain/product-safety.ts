import { countryNameOf } from './country-name.ts'
import { EU_COUNTRIES } from './market-country.ts'
import type { ProductFacts } from './product-facts.ts'

/** Names of the member states of the European Union in small letters, with others that people write. */
const EU_NAMES: readonly string[] = [
  ...EU_COUNTRIES.map((code) => countryNameOf(code).toLowerCase()),
  'czech republic',
  'the netherlands',
  'republic of ireland',
  'slovak republic',
]

/** Names and codes of the member states in small letters, as profiles of businesses have them. */
export const EU_COUNTRY_WORDS: readonly string[] = [...EU_NAMES, ...EU_COUNTRIES.map((code) => code.toLowerCase())]

/** Pattern of a postal address that ends with a member state; the same in JavaScript and in PostgreSQL, without regard to case. */
export const EU_ADDRESS = `(^|[,\\n])\\s*(${EU_NAMES.join('|')})[\\s.]*$`

const euAddress = /* @__PURE__ */ new RegExp(EU_ADDRESS, 'i')

/** Fact that a product lacks to be offered to consumers in the European Union (Regulation (EU) 2023/988, Article 19). */
export type SafetyGap = 'maker' | 'responsible' | 'type'

type Known = Pick<ProductFacts, 'safety' | 'sku' | 'mpn'> & {
  /** True if its business has a postal address: it is the maker where the product names none. */
  hasBusinessAddress: boolean
  isBusinessInEu: boolean
}

/**
 * Returns the first fact that a product lacks to be offered to consumers in the European Union; null where it has all. A maker is in the
 * Union where its postal address ends with a member state. Pictures are never missing: without a photo there is a drawing.
 */
export function safetyGap({ safety, sku, mpn, hasBusinessAddress, isBusinessInEu }: Known): SafetyGap | null {
  const maker = safety?.manufacturer ?? null
  if (maker === null && !hasBusinessAddress) return 'maker'
  const isInEu = maker === null ? isBusinessInEu : euAddress.test(maker.address)
  if (!isInEu && !euAddress.test(safety?.responsible?.address ?? '')) return 'responsible'
  return sku || mpn ? null : 'type'
}
