import { money } from '#app/lib/format.ts'
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
  words: { category?: string | undefined; producer?: string | undefined },
): ActiveFilter[] {
  const { category, search, businessId, businessType, inStock, minPrice, maxPrice } = filters
  const { minPrice: min, maxPrice: max } = NO_FILTERS
  const chips: (ActiveFilter | false)[] = [
    businessId !== '' && { name: 'Producer', value: words.producer ?? 'Unknown producer', without: { businessId: '' } },
    category !== '' && { name: 'Category', value: words.category ?? category, without: { category: '' } },
    search !== '' && { name: 'Search', value: search, without: { search: '' } },
    businessType !== DEFAULT_SELLER && {
      name: 'Sold by',
      value: SELLER_LABELS[businessType],
      without: { businessType: DEFAULT_SELLER },
    },
    inStock && { name: 'Availability', value: 'In stock', without: { inStock: false } },
    (minPrice !== '' || maxPrice !== '') && { name: 'Price', value: formatPrice(filters), without: { minPrice: min, maxPrice: max } },
  ]
  return chips.filter((chip) => chip !== false)
}

function formatPrice({ minPrice, maxPrice, currency }: ListFilters): string {
  if (maxPrice === '') return `from ${money(Number(minPrice), currency)}`
  if (minPrice === '') return `up to ${money(Number(maxPrice), currency)}`
  return `${money(Number(minPrice), currency)} to ${money(Number(maxPrice), currency)}`
}
