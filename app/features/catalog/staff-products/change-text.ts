import { plainText, safetyText } from '#app/features/catalog/products/trade-facts.ts'
import { figure, shopInstant } from '#app/lib/format.ts'
import type { ImpactModel } from '#domain/impact.ts'
import { modelText } from '#domain/impact-text.ts'
import { formatMoney, formatPercent } from '#domain/money.ts'
import { NO_FACTS, type ProductSafety } from '#domain/product-facts.ts'
import { columnLabels, FIELD_KEYS, inUnit, PLAIN_KEYS, type PlainKey, plainField } from '#domain/product-fields.ts'

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
  ...columnLabels(FIELD_KEYS),
  recall: 'Recall',
}
/** Facts of one column by its name. */
const FACTS: ReadonlyMap<string, PlainKey> = new Map(PLAIN_KEYS.map((key) => [plainField(key).column ?? key, key]))
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

const brief = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (name.endsWith('UsdCents')) return formatMoney(Number(value), 'USD')
  if (name.endsWith('EurCents')) return formatMoney(Number(value), 'EUR')
  if (isText(value) && (name === 'saleFrom' || name === 'saleTo')) return shopInstant(value)
  const key = FACTS.get(name)
  if (key && typeof value === 'number') return plainText(key, inUnit(plainField(key), value)) ?? ''
  if (key && isText(value)) return brief(plainText(key, value) ?? '')
  if (name.startsWith('package')) return `${figure(Number(value))} mm`
  if (Array.isArray(value) && name === 'ladder' && value.length === 0) return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return brief(Array.isArray(value) ? value.map(entryText).join(', ') : entryText(value))
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
