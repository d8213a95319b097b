import { figure } from '#app/lib/format.ts'
import type { Product } from '#contract/catalog/products.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { worldwideGtin } from '#domain/gtin.ts'
import { formatPercent } from '#domain/money.ts'
import type { ProductSafety, SafetyContact } from '#domain/product-facts.ts'
import {
  type ContentUnit,
  FIELD_GROUPS,
  type FieldKey,
  isPlain,
  type PlainKey,
  PRODUCT_FIELDS,
  PUBLIC_KEYS,
  type PublicKey,
  plainField,
} from '#domain/product-fields.ts'
import { quantityText } from './facts.ts'

export const CONTENT_UNIT_LABELS: Readonly<Record<ContentUnit, string>> = {
  piece: 'pieces',
  m: 'm',
  m2: 'm²',
  l: 'liters',
  m3: 'm³',
  kg: 'kg',
}

const withUnit = (amount: number, unit: string) => `${figure(amount)} ${amount === 1 ? unit.replace(/s$/, '') : unit}`

/** Formats a fact of one column: "12.5 kg", "24 months", "Germany"; null where nobody gave it. */
export function plainText(key: PlainKey, value: string | number | boolean | null | undefined): string | null {
  const field = plainField(key)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return field.kind === 'number' && field.unit ? withUnit(value, field.unit) : figure(value)
  if (value === undefined || value === null || value === '') return null
  if (field.kind === 'country') return countryNameOf(value)
  return field.kind === 'choice' ? (field.choices[value] ?? value) : value
}

type Facts = Pick<Product, PublicKey>

/** Formats what one sale unit is and holds: "Pack, 11.16 m²"; null where there is nothing to say. */
export function soldAs({ saleUnit, content }: Pick<Facts, 'saleUnit' | 'content'>): string | null {
  if (content) {
    return `${PRODUCT_FIELDS.saleUnit.choices[saleUnit]}, ${withUnit(content.amount, CONTENT_UNIT_LABELS[content.unit])}`
  }
  return saleUnit === 'piece' ? null : PRODUCT_FIELDS.saleUnit.choices[saleUnit]
}

/** Formats price breaks: "3: 5%, 10: 7.5%". */
export function ladderText(ladder: readonly { minQuantity: number; discountPercent: number }[] | null): string {
  if (ladder === null) return "The category's"
  return ladder.map(({ minQuantity, discountPercent }) => `${figure(minQuantity)}: ${formatPercent(discountPercent)}`).join(', ') || 'None'
}

/** Formats who answers for a product's safety, and its warnings. */
export function safetyText(safety: ProductSafety | null): string {
  const contact = (of: SafetyContact | null) => of && `${of.name}, ${of.address}, ${of.email}`
  return [contact(safety?.manufacturer ?? null), contact(safety?.responsible ?? null), safety?.warnings].filter(Boolean).join('; ')
}

/** Formats a packed size: "620 × 520 × 480 mm". */
export const sizeText = (size: Facts['package'] | undefined): string | null =>
  size ? `${figure(size.length)} × ${figure(size.width)} × ${figure(size.height)} mm` : null

/** Name of a fact where its value is shown; null: it is shown with another one. */
export function shownLabel(key: FieldKey): string | null {
  if (key === 'content' || key === 'quantityStep') return null
  return key === 'saleUnit' ? 'Sold as' : PRODUCT_FIELDS[key].label
}

/** Facts that are shown otherwise than the others of their kind. */
const TEXTS: Partial<Record<PublicKey, (product: Facts) => string | null>> = {
  gtin: ({ gtin }) => worldwideGtin(gtin),
  package: ({ package: size }) => sizeText(size),
  saleUnit: soldAs,
  minQuantity: quantityText,
  isCustom: () => null, // the page says it beside the button
}

/** Facts of a product page, in its order. */
const SHOWN = FIELD_GROUPS.flatMap((group) => PUBLIC_KEYS.filter((key) => PRODUCT_FIELDS[key].group === group))

/** Returns the facts of a product for ordering and shipping that its seller has given, in the order of the page. */
export function tradeFacts(product: Facts): { label: string; value: string }[] {
  return SHOWN.flatMap((key) => {
    const label = shownLabel(key)
    const own = TEXTS[key]
    const value = own ? own(product) : isPlain(key) ? plainText(key, product[key]) : null
    return label === null || value === null ? [] : [{ label, value }]
  })
}
