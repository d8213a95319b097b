import type { ReactNode } from 'react'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { useCurrency } from '#app/lib/currency.ts'
import { figure, money } from '#app/lib/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { ProductFacets } from '#contract/catalog/products.ts'
import { SELLER_LABELS } from './active-filters.ts'
import { FilterForm, type FilterPlace } from './filter-form.tsx'
import { DEFAULT_SELLER, type ListFilters, type SellerType } from './filters.ts'

interface FacetProps {
  filters: ListFilters
  facets: ProductFacets | null
  hrefOf: (change: Partial<ListFilters>) => string
  place?: FilterPlace | undefined
}

/** A group of filters. */
export function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="facet">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** One value of a filter; choosing the selected value again removes it. */
export function Choice({
  to,
  isChosen,
  count,
  children,
}: {
  to: string
  isChosen: boolean
  count?: number | undefined
  children: ReactNode
}) {
  return (
    <li>
      <Link to={to} className="choice" aria-current={isChosen ? 'true' : undefined} preventScrollReset>
        <span>{children}</span>
        {count !== undefined && <span className="count">{figure(count)}</span>}
      </Link>
    </li>
  )
}

/** Choices that are listed at once. */
const FIRST = 6

/** A group of values of which the first few are listed at once; the others, where one of them is chosen. */
export function ChoiceFacet({
  title,
  choices,
}: {
  title: string
  choices: readonly { value: string; label: string; to: string; isChosen: boolean; count: number }[]
}) {
  const items = choices.map(({ value, label, ...choice }) => (
    <Choice key={value} {...choice}>
      <bdi>{label}</bdi>
    </Choice>
  ))
  return (
    <Facet title={title}>
      <ul className="choices">{items.slice(0, FIRST)}</ul>
      {items.length > FIRST && (
        <details open={choices.slice(FIRST).some(({ isChosen }) => isChosen)}>
          <summary className="link-button">Show all {figure(items.length)}</summary>
          <ul className="choices">{items.slice(FIRST)}</ul>
        </details>
      )}
    </Facet>
  )
}

function Fits({ filters, facets, hrefOf }: FacetProps) {
  if (!facets || facets.fits.length === 0) return null
  const choices = facets.fits.map(({ slug, name, count }) => {
    const isChosen = slug === filters.fits
    return { value: slug, label: name, to: hrefOf({ fits: isChosen ? '' : slug }), isChosen, count }
  })
  return <ChoiceFacet title="Fits" choices={choices} />
}

function Sellers({ filters, hrefOf }: FacetProps) {
  const sellers: readonly SellerType[] = [DEFAULT_SELLER, 'consumer', 'all']
  return (
    <Facet title="Sold by">
      <ul className="choices radio">
        {sellers.map((seller) => (
          <Choice key={seller} to={hrefOf({ businessType: seller, businessId: '' })} isChosen={filters.businessType === seller}>
            {SELLER_LABELS[seller]}
          </Choice>
        ))}
      </ul>
    </Facet>
  )
}

function Producers({ filters, facets, hrefOf, isLoading }: FacetProps & { isLoading: boolean }) {
  if (isLoading && !facets) {
    return (
      <Facet title="Producer">
        <div className="skeleton h-44" />
      </Facet>
    )
  }
  if (!facets || facets.businesses.length === 0) return null
  return (
    <Facet title="Producer">
      <ul className="choices">
        {facets.businesses.map(({ id, name, count }) => {
          const isChosen = id === filters.businessId
          return (
            <Choice key={id} to={hrefOf({ businessId: isChosen ? '' : id })} isChosen={isChosen} count={count}>
              <bdi>{name}</bdi>
            </Choice>
          )
        })}
      </ul>
    </Facet>
  )
}

function Price({ filters, facets, place }: Omit<FacetProps, 'hrefOf'>) {
  const chosen = useCurrency()
  const currency = useIsHydrated() ? chosen : filters.currency
  const isFilters = currency === filters.currency // prices in another currency are not filled in
  const price = isFilters ? facets?.price : undefined
  const field = (name: 'minPrice' | 'maxPrice', label: string) => (
    <label>
      <bdi>{label}</bdi>
      <input
        key={`${currency} ${filters[name]}`}
        className="input"
        name={name}
        inputMode="decimal"
        pattern="[0-9]{1,9}([.][0-9]{1,2})?"
        title="An amount such as 250 or 99.50"
        autoComplete="off"
        defaultValue={isFilters ? filters[name] : ''}
      />
    </label>
  )
  return (
    <Facet title={`Price in ${currency}`}>
      <FilterForm filters={filters} except={['minPrice', 'maxPrice', 'currency']} place={place} className="price-range">
        <input type="hidden" name="currency" value={currency} />
        {field('minPrice', 'Min price')}
        {field('maxPrice', 'Max price')}
        <button type="submit" className="button hollow small">
          Apply
        </button>
      </FilterForm>
      {price && price.min !== null && price.max !== null && (
        <p className="mt-2 text-sm text-ink-2">
          {money(price.min, currency)} to {money(price.max, currency)}
        </p>
      )}
    </Facet>
  )
}

interface FilterPanelProps extends FacetProps {
  hasSellers: boolean
  /** True while the counts load. */
  isLoading?: boolean
  /** Further filters, below these. */
  more?: ReactNode
  /** Filters of the page itself, above these. */
  children?: ReactNode
}

/** The filters of a list, besides category and search. */
export function FilterPanel({ filters, facets, hrefOf, place, hasSellers, isLoading = false, more, children }: FilterPanelProps) {
  return (
    <div className="facets grid gap-6">
      {children}
      <Producers filters={filters} facets={facets} hrefOf={hrefOf} isLoading={isLoading} />
      <Fits filters={filters} facets={facets} hrefOf={hrefOf} />
      <Facet title="Availability">
        <ul className="choices">
          <Choice to={hrefOf({ inStock: !filters.inStock })} isChosen={filters.inStock} count={facets?.inStock}>
            Available to order
          </Choice>
        </ul>
      </Facet>
      <Price filters={filters} facets={facets} place={place} />
      {hasSellers && <Sellers filters={filters} facets={facets} hrefOf={hrefOf} />}
      {more}
    </div>
  )
}
