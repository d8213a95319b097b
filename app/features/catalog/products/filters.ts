import { pageOf, plainText } from '#app/lib/address.ts'
import { queryString } from '#contract/client.ts'
import { BUSINESS_TYPES } from '#domain/business.ts'
import { CURRENCIES, type Currency, toMinor } from '#domain/money.ts'
import type { ProductType } from '#domain/product.ts'
import { PRODUCT_SORTS } from '#domain/product.ts'
import { normalizeIdentifier } from '#domain/text.ts'

export const PAGE_SIZE = 24
const SEARCH_MAX = 200
const KEY_MAX = 80

export type ProductSort = (typeof PRODUCT_SORTS)[number]
export type SellerType = (typeof BUSINESS_TYPES)[number] | 'all'
/** Type of seller of packaging by default (S88). */
export const DEFAULT_SELLER: SellerType = 'producer'

/** Cards in a grid, or one row for each product. */
export const LIST_VIEWS = ['grid', 'list'] as const
export type ListView = (typeof LIST_VIEWS)[number]

/** The filters in a list's address. An empty text means no filter. */
export interface ListFilters {
  category: string
  search: string
  /** The search is taken as it was typed, nothing corrected or left out. */
  isExact: boolean
  businessId: string
  businessType: SellerType
  inStock: boolean
  /** Slug of a product: those that fit it. */
  fits: string
  /** Decimal amounts in `currency`. */
  minPrice: string
  maxPrice: string
  currency: Currency
  /** Filters by attribute: `400..700` with either side open, or choices separated by commas. */
  spec: Readonly<Record<string, string>>
  /** Null: the default order, featured first, or best match first when searching. */
  sort: ProductSort | null
  view: ListView
  page: number
}

export const NO_FILTERS: ListFilters = {
  category: '',
  search: '',
  isExact: false,
  businessId: '',
  businessType: DEFAULT_SELLER,
  inStock: false,
  fits: '',
  minPrice: '',
  maxPrice: '',
  currency: 'USD',
  spec: {},
  sort: null,
  view: 'grid',
  page: 1,
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null

function amount(text: string | null): string {
  const typed = plainText(text, 12)
  const cents = toMinor(typed)
  return cents !== null && cents > 0 && cents < 100_000_000_000 ? String(cents / 100) : ''
}

const SPEC = /^spec\.([a-z0-9][a-z0-9-]{0,79})(\.min|\.max)?$/
const RANGE = /^(?:\d{1,12}(?:\.\d{1,6})?)?\.\.(?:\d{1,12}(?:\.\d{1,6})?)?$/
const CHOICES = /^[a-z0-9][a-z0-9,-]{0,199}$/
const SPECS_MAX = 20

/** Returns a range from its lower to its upper end, in whichever order they were given. */
function ordered(range: string): string {
  const [min = '', max = ''] = range.split('..')
  return min !== '' && max !== '' && Number(min) > Number(max) ? `${max}..${min}` : range
}

/** Reads the filters by attribute; a form without script sends the ends of a range apart. */
function readSpec(params: URLSearchParams): Record<string, string> {
  const ends: Record<string, { min?: string; max?: string }> = {}
  const spec: Record<string, string> = {}
  for (const [name, value] of params) {
    const [, key, end] = SPEC.exec(name) ?? []
    if (!key) continue
    if (end) ends[key] = { ...ends[key], [end.slice(1)]: normalizeIdentifier(value).replace(',', '.') }
    else if (value !== '..' && RANGE.test(value)) spec[key] = ordered(value)
    else if (CHOICES.test(value)) spec[key] = value
  }
  for (const [key, { min = '', max = '' }] of Object.entries(ends)) {
    const range = `${min}..${max}`
    if (range !== '..' && RANGE.test(range)) spec[key] = ordered(range)
  }
  return Object.fromEntries(Object.entries(spec).slice(0, SPECS_MAX))
}

/** Parses the filters of an address, ignoring invalid ones. The equipment list has no filter by type of seller (S77, S78). */
export function readFilters(params: URLSearchParams, type?: ProductType): ListFilters {
  return {
    category: plainText(params.get('category'), KEY_MAX).toLowerCase(),
    search: plainText(params.get('search'), SEARCH_MAX),
    isExact: params.get('exact') === '1',
    businessId: plainText(params.get('businessId'), KEY_MAX),
    businessType: (type !== 'machine' && oneOf([...BUSINESS_TYPES, 'all'], params.get('businessType'))) || DEFAULT_SELLER,
    inStock: ['true', '1'].includes(params.get('inStock') ?? ''),
    fits: plainText(params.get('fits'), KEY_MAX).toLowerCase(),
    minPrice: amount(params.get('minPrice')),
    maxPrice: amount(params.get('maxPrice')),
    currency: oneOf(CURRENCIES, params.get('currency')) ?? 'USD',
    spec: readSpec(params),
    sort: oneOf(PRODUCT_SORTS, params.get('sort')),
    view: oneOf(LIST_VIEWS, params.get('view')) ?? 'grid',
    page: pageOf(params.get('page')),
  }
}

/** Returns the filters as values of URL parameters, always in the same order; of those that are not set ''. */
function paramValues(filters: ListFilters) {
  const hasPrice = filters.minPrice !== '' || filters.maxPrice !== ''
  return {
    category: filters.category,
    search: filters.search,
    exact: filters.isExact ? '1' : '',
    businessId: filters.businessId,
    businessType: filters.businessType === DEFAULT_SELLER ? '' : filters.businessType,
    inStock: filters.inStock ? 'true' : '',
    fits: filters.fits,
    minPrice: filters.minPrice,
    maxPrice: filters.maxPrice,
    currency: hasPrice ? filters.currency : '',
    spec: filters.spec,
    sort: filters.sort ?? '',
    view: filters.view === 'grid' ? '' : filters.view,
    page: filters.page > 1 ? String(filters.page) : '',
  }
}

/** Returns the filters as URL parameters: only those set. */
export const filterParams = (filters: ListFilters): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(queryString(paramValues(filters))))

/**
 * Returns the filters with some changed. Any change but that of the page returns to the first page; another category has other attributes,
 * another search is read anew.
 */
export function changeFilters(filters: ListFilters, change: Partial<ListFilters>): ListFilters {
  const spec = change.category === undefined || change.category === filters.category ? filters.spec : {}
  const isExact = filters.isExact && (change.search === undefined || change.search === filters.search)
  return { ...filters, page: 1, spec, isExact, ...change }
}

/** Returns a list's address with some filters changed. */
export function listHref(path: string, filters: ListFilters, change: Partial<ListFilters> = {}): string {
  const query = queryString(paramValues(changeFilters(filters, change)))
  return query === '' ? path : `${path}?${query}`
}

/** Returns the query of the facets: the filters without sorting and page. */
export function facetQuery(type: ProductType, filters: ListFilters) {
  const { category, search, isExact, businessId, businessType, inStock, fits, minPrice, maxPrice, currency, spec } = filters
  return {
    type,
    ...(category && { category }),
    ...(search && { search }),
    ...(search && isExact && { exact: 'true' as const }),
    ...(businessId && { businessId }),
    ...(type === 'material' && { businessType }),
    ...(inStock && { inStock: 'true' as const }),
    ...(fits && { fits }),
    ...(minPrice && { minPrice }),
    ...(maxPrice && { maxPrice }),
    ...(Object.keys(spec).length > 0 && { spec }),
    currency,
  }
}
export type FacetQuery = ReturnType<typeof facetQuery>

/** Returns the chosen order, or the default. */
export function sortOf({ sort, search }: ListFilters): ProductSort {
  if (sort !== null && (sort !== 'relevance' || search !== '')) return sort
  return search === '' ? 'featured' : 'relevance'
}

/** Returns the query of the list. */
export function listQuery(type: ProductType, filters: ListFilters) {
  return { ...facetQuery(type, filters), sort: sortOf(filters), page: String(filters.page), limit: String(PAGE_SIZE) }
}
export type ListQuery = ReturnType<typeof listQuery>
