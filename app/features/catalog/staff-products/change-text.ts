import { safetyText } from '#app/features/catalog/products/trade-facts.ts'
import { figure, shopInstant } from '#app/lib/format.ts'
import type { ImpactModel } from '#domain/impact.ts'
import { modelText } from '#domain/impact-text.ts'
import { formatMoney, formatPercent } from '#domain/money.ts'
import { NO_FACTS, type ProductSafety } from '#domain/product-facts.ts'

/** Labels of a product's fields; other fields are internal. */
const LABELS: Readonly<Record<string, string>> = {
  fileName: 'File',
  name: 'Name',
  slug: 'Address',
  status: 'Status',
  description: 'Short description',
  fullDescription: 'Full description',
  type: 'Type',
  priceUsdCents: 'Price in USD',
  priceEurCents: 'Price in EUR',
  stock: 'Stock',
  featured: 'Featured',
  features: 'Features',
  images: 'Images',
  specifications: 'Specifications',
  energyEfficiency: 'Energy efficiency',
  materialSavings: 'Material savings',
  carbonReduction: 'Carbon reduction',
  leadTimeDays: 'Lead time in business days',
  shippingClass: 'Ships as',
  categoryId: 'Category',
  impactModel: 'Calculator figures',
  sku: 'SKU',
  mpn: 'MPN',
  brand: 'Brand',
  gtin: 'GTIN',
  weightGrams: 'Packed weight',
  packageLengthMm: 'Packed length',
  packageWidthMm: 'Packed width',
  packageHeightMm: 'Packed height',
  hsCode: 'HS code',
  originCountry: 'Country of origin',
  saleUnit: 'Sold by the',
  contentAmount: 'Content',
  contentUnit: 'Unit of the content',
  minQuantity: 'Minimum order',
  quantityStep: 'Sold in steps of',
  ladder: 'Quantity prices',
  taxClass: 'Tax class',
  warrantyMonths: 'Warranty in months',
  warrantyText: 'Warranty terms',
  safety: 'Product safety',
  isCustom: 'Custom-made',
  recall: 'Recall',
  saleUsdCents: 'Sale price in USD',
  saleEurCents: 'Sale price in EUR',
  saleFrom: 'Sale begins',
  saleTo: 'Sale ends',
}
const MAX_LENGTH = 200

const isText = (value: unknown): value is string => typeof value === 'string'

/** Formats a list entry: a feature, a picture or a specification. */
function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  if ('processingRate' in entry) return modelText(entry as ImpactModel) // as the audit entry of a product has it
  if ('discountPercent' in entry && 'minQuantity' in entry)
    return `${figure(Number(entry.minQuantity))}: ${formatPercent(Number(entry.discountPercent))}`
  if ('manufacturer' in entry) return safetyText(entry as ProductSafety) // likewise
  if ('url' in entry && isText(entry.url))
    return 'alt' in entry && isText(entry.alt) && entry.alt ? `${entry.url} (${entry.alt})` : entry.url
  if ('name' in entry && 'value' in entry && isText(entry.name) && isText(entry.value)) return `${entry.name}: ${entry.value}`
  return JSON.stringify(entry)
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (name.endsWith('UsdCents')) return formatMoney(Number(value), 'USD')
  if (name.endsWith('EurCents')) return formatMoney(Number(value), 'EUR')
  if (isText(value) && (name === 'saleFrom' || name === 'saleTo')) return shopInstant(value)
  if (name === 'weightGrams') return `${figure(Number(value) / 1000)} kg`
  if (name.startsWith('package')) return `${figure(Number(value))} mm`
  if (Array.isArray(value) && name === 'ladder' && value.length === 0) return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = Array.isArray(value) ? value.map(entryText).join(', ') : entryText(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

const isDefault = (name: string, value: unknown) => Object.entries(NO_FACTS).some(([fact, none]) => fact === name && none === value)

interface Parts {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Formats a product's change field by field; for a new product only fields with a value. `before` null: there was none. */
export function changesOf({ before, after }: Parts): { label: string; before: string | null; after: string }[] {
  return Object.entries(after ?? {}).flatMap(([name, value]) => {
    const label = LABELS[name]
    const text = valueText(name, value)
    if (!label || (before === null && (text === '' || isDefault(name, value)))) return []
    if (name === 'categoryId') return [{ label, before: null, after: before === null ? 'chosen' : 'changed' }]
    return [{ label, before: before === null ? null : valueText(name, before[name]), after: text }]
  })
}
