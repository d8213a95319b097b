import { money } from '#app/lib/format.ts'
import type { AttributeFacet, Understood } from '#contract/catalog/products.ts'
import { DEFAULT_SELLER, type ListFilters, NO_FILTERS, type SellerType } from './filters.ts'

/** An active filter: its label, and the change that removes it. */
interface ActiveFilter {
  name: string
  value: string
  without: Partial<ListFilters>
}

export const SELLER_LABELS: Readonly<Record<SellerType, string>> = { producer: 'Producer', consumer: 'Consumer', all: 'All' }

/** Returns the active filters in the order of their controls (S82). */
export function activeFilters(
  filters: ListFilters,
  words: {
    category?: string | undefined
    producer?: string | undefined
    fitted?: string | undefined
    attributes?: readonly AttributeFacet[] | undefined
    /** Meaning of the search. */
    understood?: Understood | null | undefined
  },
): ActiveFilter[] {
  const { category, search, businessId, businessType, inStock, fits, minPrice, maxPrice, spec } = filters
  const { minPrice: min, maxPrice: max } = NO_FILTERS
  const chips: (ActiveFilter | false)[] = [
    businessId !== '' && { name: 'Producer', value: words.producer ?? 'Unknown producer', without: { businessId: '' } },
    category !== '' && { name: 'Category', value: words.category ?? category, without: { category: '' } },
    search !== '' && { name: 'Search', value: search, without: { search: '' } },
    ...(words.understood?.filters ?? []).map(({ label, display, without }) => ({
      name: label,
      value: display,
      without: { search: without },
    })),
    businessType !== DEFAULT_SELLER && {
      name: 'Sold by',
      value: SELLER_LABELS[businessType],
      without: { businessType: DEFAULT_SELLER },
    },
    inStock && { name: 'Availability', value: 'Available to order', without: { inStock: false } },
    fits !== '' && { name: 'Fits', value: words.fitted ?? fits, without: { fits: '' } },
    (minPrice !== '' || maxPrice !== '') && { name: 'Price', value: formatPrice(filters), without: { minPrice: min, maxPrice: max } },
    ...Object.keys(spec).map((key) => specificationChip(filters.spec, key, words.attributes)),
  ]
  return chips.filter((chip) => chip !== false)
}

/** Returns the chip of a filter by an attribute, with its key and text until its label is known. */
function specificationChip(spec: ListFilters['spec'], key: string, attributes: readonly AttributeFacet[] = []): ActiveFilter {
  const { [key]: text = '', ...without } = spec
  const attribute = attributes.find((known) => known.key === key)
  const [min = '', max = min] = text.split('..')
  const unit = attribute?.unit ? ` ${attribute.unit}` : ''
  const range =
    min === '' ? `up to ${max}${unit}` : max === '' ? `from ${min}${unit}` : min === max ? `${min}${unit}` : `${min} to ${max}${unit}`
  const labelOf = (choice: string) => attribute?.values.find(({ value }) => value === choice)?.label ?? choice
  const value = attribute?.kind === 'choice' || !(attribute || text.includes('..')) ? text.split(',').map(labelOf).join(', ') : range
  return { name: attribute?.label ?? key, value, without: { spec: without } }
}

function formatPrice({ minPrice, maxPrice, currency }: ListFilters): string {
  if (maxPrice === '') return `from ${money(Number(minPrice), currency)}`
  if (minPrice === '') return `up to ${money(Number(maxPrice), currency)}`
  return `${money(Number(minPrice), currency)} to ${money(Number(maxPrice), currency)}`
}
