import { countryNameOf } from './country-name.ts'
import { EU_COUNTRIES } from './market-country.ts'
import type { ProductFacts, SafetyContact } from './product-facts.ts'

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

/** Fact that goods without a product lack to be offered to consumers in the European Union (same article). */
type OfferSafetyGap = 'maker' | 'responsible' | 'picture'

/** Sentences to the seller about them. */
export const OFFER_SAFETY_NEEDS: Readonly<Record<OfferSafetyGap, string>> = {
  maker: 'Private buyers in the European Union must see who makes a custom product. Add your postal address to your profile first.',
  responsible:
    "A custom product for private buyers in the European Union needs a responsible person there, and your business isn't in the Union. " +
    'Add it to your products with a responsible person, and offer that product.',
  picture: 'Private buyers in the European Union must see a custom product. Add a picture or drawing of it.',
}

type KnownOffer = Pick<Known, 'hasBusinessAddress' | 'isBusinessInEu'> & {
  /** True if the offer has a file, which shows what is offered. */
  hasPicture: boolean
}

/**
 * Returns the first fact that an offer of goods without a product lacks for consumers in the European Union; null where it has all. The
 * seller is their maker, and the number of the offer their type.
 */
export function offerSafetyGap({ hasBusinessAddress, isBusinessInEu, hasPicture }: KnownOffer): OfferSafetyGap | null {
  if (!hasBusinessAddress) return 'maker'
  if (!isBusinessInEu) return 'responsible'
  return hasPicture ? null : 'picture'
}

/** Returns what an offer says about the safety of its custom products, as rows: maker, type (number and version of the offer), warnings. */
export function offerSafetyRows(
  { maker, warnings = '' }: { maker?: SafetyContact | undefined; warnings?: string | undefined },
  type: string,
): [label: string, text: string][] {
  const rows: [string, string][] = [
    ['Maker', maker ? [maker.name, maker.address, maker.email].join('\n') : ''],
    ['Type', maker ? type : ''],
    ['Warnings', warnings],
  ]
  return rows.filter(([, text]) => text !== '')
}
