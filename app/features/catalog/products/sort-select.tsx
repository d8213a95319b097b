import { useId } from 'react'
import { FilterForm, type FilterPlace } from './filter-form.tsx'
import { type ListFilters, type ProductSort, sortOf } from './filters.ts'

const SORTS: readonly { sort: ProductSort; label: string }[] = [
  { sort: 'featured', label: 'Featured' },
  { sort: 'price', label: 'Price, low to high' },
  { sort: '-price', label: 'Price, high to low' },
  { sort: 'name', label: 'Name' },
  { sort: '-createdAt', label: 'Newest' },
]

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
