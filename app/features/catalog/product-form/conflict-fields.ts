import { ladderText, safetyText, tradeFacts } from '#app/features/catalog/products/trade-facts.ts'
import { figure, money } from '#app/lib/format.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { modelText } from '#domain/impact-text.ts'
import { saleText } from './sale-text.ts'

const FACT_LABELS = [
  'SKU',
  'MPN',
  'Brand',
  'GTIN',
  'Sold as',
  'Minimum order',
  'Packed weight',
  'Packed size',
  'HS code',
  'Country of origin',
] as const

type ConflictField = { label: string; value: (product: ProductForm) => string }

const FACTS: readonly ConflictField[] = [
  ...FACT_LABELS.map((label) => ({
    label,
    value: (product: ProductForm) => tradeFacts(product).find((fact) => fact.label === label)?.value ?? '',
  })),
  { label: 'Sale price', value: saleText },
  { label: 'Quantity prices', value: ({ ladder }) => ladderText(ladder) },
  { label: 'Tax class', value: ({ taxClass }) => taxClass },
  { label: 'Warranty in months', value: ({ warrantyMonths }) => (warrantyMonths === null ? '' : String(warrantyMonths)) },
  { label: 'Warranty terms', value: ({ warrantyText }) => warrantyText },
  { label: 'Made to order', value: ({ isCustom }) => (isCustom ? 'Yes' : 'No') },
  { label: 'Product safety', value: ({ safety }) => safetyText(safety) },
]

/** The fields of a product that are compared after an edit conflict. */
export const CONFLICT_FIELDS: readonly ConflictField[] = [
  { label: 'Business', value: ({ businessName }) => businessName },
  { label: 'Name', value: ({ name }) => name },
  { label: 'Short description', value: ({ description }) => description },
  { label: 'Full description', value: ({ fullDescription }) => fullDescription },
  { label: 'Category', value: ({ category }) => category },
  { label: 'Type', value: ({ type }) => type },
  { label: 'Price in USD', value: ({ priceUSD }) => money(priceUSD, 'USD') },
  { label: 'Price in EUR', value: ({ priceEUR }) => money(priceEUR, 'EUR') },
  { label: 'Stock', value: ({ stock }) => figure(stock) },
  { label: 'Featured', value: ({ featured }) => (featured ? 'Yes' : 'No') },
  { label: 'Status', value: ({ status }) => status },
  { label: 'Features', value: ({ features }) => features.join(', ') },
  { label: 'Images', value: ({ images }) => images.map(({ url, alt }) => (alt ? `${url} (${alt})` : url)).join(', ') },
  { label: 'Specifications', value: ({ specifications }) => specifications.map(({ name, value }) => `${name}: ${value}`).join(', ') },
  { label: 'Fits', value: ({ fits }) => fits.map(({ name }) => name).join(', ') },
  { label: 'Energy efficiency', value: ({ sustainabilityMetrics }) => sustainabilityMetrics.energyEfficiency },
  { label: 'Material savings', value: ({ sustainabilityMetrics }) => sustainabilityMetrics.materialSavings },
  { label: 'Carbon reduction', value: ({ sustainabilityMetrics }) => sustainabilityMetrics.carbonReduction },
  { label: 'Lead time in business days', value: ({ leadTimeDays }) => (leadTimeDays === null ? '' : String(leadTimeDays)) },
  { label: 'Ships as', value: ({ shippingClass }) => shippingClass },
  { label: 'Calculator figures', value: ({ impactModel }) => (impactModel ? modelText(impactModel) : '') },
  ...FACTS,
  { label: 'Address', value: ({ slug }) => slug },
]
