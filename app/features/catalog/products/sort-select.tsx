import { useId } from 'react'
import { Link } from '#app/ui/link.tsx'
import { FilterForm, type FilterPlace } from './filter-form.tsx'
import { type ListFilters, type ProductSort, sortOf } from './filters.ts'

const SORTS: readonly { sort: ProductSort; label: string }[] = [
  { sort: 'featured', label: 'Featured' },
  { sort: 'price', label: 'Price, low to high' },
  { sort: '-price', label: 'Price, high to low' },
  { sort: 'name', label: 'Name' },
  { sort: '-createdAt', label: 'Newest' },
]

/** Sentence about the order of the list, and that nobody can pay for a place (Directive 2011/83/EU, Article 6a). */
export function RankingNote({ filters }: { filters: ListFilters }) {
  const sort = sortOf(filters)
  const label = sort === 'relevance' ? 'relevance' : SORTS.find((one) => one.sort === sort)?.label.toLowerCase()
  return (
    <p className="mt-6 text-sm text-ink-2">
      Sorted by {label ?? sort}. Sellers can't pay for a higher position. <Link to="/ranking">How we sort</Link>
    </p>
  )
}

/** The order of the list; by relevance only with a search. */
export function SortSelect({ filters, place }: { filters: ListFilters; place?: FilterPlace }) {
  const id = useId()
  const sorts = filters.search === '' ? SORTS : [{ sort: 'relevance', label: 'Relevance' }, ...SORTS]
  return (
    <FilterForm filters={filters} except={['sort']} place={place} className="sort">
      <label htmlFor={id}>Sort by</label>
      <select
        key={sortOf(filters)}
        id={id}
        name="sort"
        className="input"
        autoComplete="off" // the address says what is chosen, not the browser's memory
        defaultValue={sortOf(filters)}
        onChange={(event) => event.target.form?.requestSubmit()}
      >
        {sorts.map(({ sort, label }) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
      <button type="submit" className="button hollow small only-without-script">
        Sort
      </button>
    </FilterForm>
  )
}
