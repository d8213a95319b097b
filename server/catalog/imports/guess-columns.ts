import type { ImportField, ImportKind } from '#domain/import-fields.ts'
import { IMPORT_FIELD_NAMES, REPEATED_FIELDS } from '#domain/import-fields.ts'
import { namesOf } from './guess-kind.ts'
import { type HeadingUnits, headingKey, type Meaning, meaningOf, unitsOf, wordsOf } from './read-headings.ts'

export { guessKind } from './guess-kind.ts'

const plain = (header: string) => wordsOf(header).join('')

/** Returns the field of a price: its currency is in the heading, else it is the one that shops of that language have. */
function priceField(name: 'price' | 'sale', { currency, isGross }: HeadingUnits, usual: 'USD' | 'EUR'): ImportField | null {
  if (isGross || currency === 'other') return null // a price with tax is no price of the shop
  return `${name}${currency ?? usual}`
}

function fieldOf(meaning: Meaning, header: string): ImportField | null {
  const units = unitsOf(header)
  if (meaning === 'price') return priceField('price', units, 'USD')
  if (meaning === 'preis') return priceField('price', units, 'EUR')
  if (meaning === 'sale') return priceField('sale', units, /angebot|aktion|sonder|rabatt|prix|tarif/i.test(header) ? 'EUR' : 'USD')
  if (meaning === 'weight') return units.unit === 'g' ? 'weightGrams' : 'weightKg'
  if (meaning === 'length') return 'packageLengthCm'
  if (meaning === 'width') return 'packageWidthCm'
  if (meaning === 'height') return 'packageHeightCm'
  return IMPORT_FIELD_NAMES.find((field) => field === meaning) ?? null
}

/** Columns of options and attributes, with their number. */
function numberedField(kind: ImportKind, header: string): ImportField | null {
  const name = plain(header)
  if (kind === 'woocommerce') {
    if (/^attribute?\d+names?$|^nomdelattribut\d+$/.test(name)) return 'specificationName'
    return /^attribute?\d+(?:values?|werte?)$|^valeurs?delattribut\d+$/.test(name) ? 'specificationValue' : null
  }
  if (/^(?:variant)?option\d+name$/.test(name)) return 'optionName'
  if (/^(?:variant)?option\d+value$/.test(name)) return 'optionValue'
  if (kind === 'spree' && /^image\d+src$/.test(name)) return 'images'
  return kind === 'spree' && /^category\d+$/.test(name) ? 'category' : null
}

function guessOne(kind: ImportKind, header: string): ImportField | null {
  if (/^\s*spec(?:ification)?\s*:/i.test(header)) return 'specification'
  const numbered = kind === 'other' || kind === 'reflute' ? null : numberedField(kind, header)
  if (numbered) return numbered
  const own = namesOf(kind)
  if (kind === 'shopify' || kind === 'woocommerce') {
    const meaning = own?.get(headingKey(header)) as Meaning | undefined // a field or `weight`, `length`, `width`, `height`
    return meaning === undefined ? null : fieldOf(meaning, header)
  }
  // below merged cells: "Product / SKU"
  const meaning = meaningOf(header, own) ?? (header.includes(' / ') ? meaningOf(header.split(' / ').at(-1) ?? '', own) : null)
  return meaning === null || meaning === 'none' ? null : fieldOf(meaning, header)
}

/** Of two columns for the same field, the more specific one: Shopify's Status before Published, its Type before Product Category. */
const PREFERRED: Record<string, number> = {
  status: 1,
  type: 1,
  description: 1,
  sku: 1,
  variantsku: 1,
  instock: -1,
  available: -1,
  vorratig: -1,
  enstock: -1,
  reference: -0.5,
  collection: -1,
  group: -1,
}

/** Guesses each column's field; null: the column is ignored. No field is used twice, except those that may be. */
export function guessColumns(kind: ImportKind, headers: readonly string[]): (ImportField | null)[] {
  const guesses = headers.map((header) => guessOne(kind, header))
  return guesses.map((field, at) => {
    if (field === null || REPEATED_FIELDS.includes(field)) return field
    const rank = (index: number) => (PREFERRED[plain(headers[index] ?? '')] ?? 0) - index / 1000
    return guesses.some((other, index) => other === field && index !== at && rank(index) > rank(at)) ? null : field
  })
}
