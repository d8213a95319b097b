import { figure } from '#app/lib/format.ts'
import type { Product } from '#contract/catalog/products.ts'
import { worldwideGtin } from '#domain/gtin.ts'
import { formatPercent } from '#domain/money.ts'
import type { ContentUnit, ProductSafety, SafetyContact, SaleUnit, TaxClass } from '#domain/product-facts.ts'
import { pluralize } from '#domain/text.ts'

const regions = new Intl.DisplayNames('en', { type: 'region' })

export const SALE_UNIT_LABELS: Readonly<Record<SaleUnit, string>> = {
  piece: 'Piece',
  pack: 'Pack',
  roll: 'Roll',
  box: 'Box',
  bag: 'Bag',
  set: 'Set',
}

export const CONTENT_UNIT_LABELS: Readonly<Record<ContentUnit, string>> = {
  piece: 'pieces',
  m: 'm',
  m2: 'm²',
  l: 'liters',
  m3: 'm³',
  kg: 'kg',
}

export const TAX_LABELS: Readonly<Record<TaxClass, string>> = { standard: 'Standard', reduced: 'Reduced', zero: 'Zero' }

type Facts = Pick<
  Product,
  | 'sku'
  | 'mpn'
  | 'brand'
  | 'gtin'
  | 'weight'
  | 'package'
  | 'hsCode'
  | 'originCountry'
  | 'saleUnit'
  | 'content'
  | 'minQuantity'
  | 'quantityStep'
>

/** Formats what one sale unit is and holds: "Pack, 11.16 m²"; null where there is nothing to say. */
export function soldAs({ saleUnit, content }: Pick<Facts, 'saleUnit' | 'content'>): string | null {
  if (content) {
    const unit = CONTENT_UNIT_LABELS[content.unit]
    return `${SALE_UNIT_LABELS[saleUnit]}, ${figure(content.amount)} ${content.amount === 1 ? unit.replace(/s$/, '') : unit}`
  }
  return saleUnit === 'piece' ? null : SALE_UNIT_LABELS[saleUnit]
}

/** Formats the quantities that may be ordered: "5 units, in steps of 3"; null where every quantity may. */
export function quantityText({ minQuantity, quantityStep }: Pick<Facts, 'minQuantity' | 'quantityStep'>): string | null {
  if (minQuantity === 1 && quantityStep === 1) return null
  const steps = quantityStep === 1 ? '' : `, in steps of ${figure(quantityStep)}`
  return `${pluralize(minQuantity, 'unit')}${steps}`
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

/** Returns the facts of a product for ordering and shipping that its seller has given, in the order of the page. */
export function tradeFacts(product: Facts): { label: string; value: string }[] {
  const { weight, package: size, originCountry } = product
  const facts: [label: string, value: string | null][] = [
    ['SKU', product.sku],
    ['MPN', product.mpn],
    ['Brand', product.brand],
    ['GTIN', worldwideGtin(product.gtin)],
    ['Sold as', soldAs(product)],
    ['Minimum order', quantityText(product)],
    ['Packed weight', weight === null ? null : `${figure(weight)} kg`],
    ['Packed size', size && `${figure(size.length)} × ${figure(size.width)} × ${figure(size.height)} mm`],
    ['HS code', product.hsCode],
    ['Country of origin', originCountry && (regions.of(originCountry) ?? originCountry)],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}
