import { type ReactNode, useId, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { activeFilters } from './active-filters.ts'
import type { Catalogue } from './catalogue.ts'
import { CategoryButtons } from './category-buttons.tsx'
import { FilterChips } from './filter-chips.tsx'
import { KeptFilters } from './filter-form.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { type ListFilters, listHref, NO_FILTERS, PAGE_SIZE } from './filters.ts'
import { ListEmpty, ListFailed } from './list-messages.tsx'
import type { LoadedList } from './load-list.ts'
import { Pagination } from './pagination.tsx'
import { ProductCard } from './product-card.tsx'
import { SearchBox } from './search-box.tsx'
import { SortSelect } from './sort-select.tsx'

const PRIORITY_CARDS = 3

function FilterToggles({ panelId, active, isOpen, onToggle }: { panelId: string; active: number; isOpen: boolean; onToggle: () => void }) {
  const label = (
    <>
      Filters
      {active > 0 && (
        <span className="filter-badge">
          {active}
          <span className="visually-hidden"> active</span>
        </span>
      )}
    </>
  )
  return (
    <>
      <button type="button" className="button hollow filter-sheet-toggle" popoverTarget={panelId}>
        {label}
      </button>
      <button type="button" className="button hollow filter-panel-toggle" aria-expanded={isOpen} aria-controls={panelId} onClick={onToggle}>
        {label}
      </button>
    </>
  )
}

function Results({ catalogue, loaded, empty }: { catalogue: Catalogue; loaded: LoadedList; empty: ReactNode }) {
  if (!loaded.list) return <ListFailed text={catalogue.failed} />
  if (loaded.list.items.length === 0) return empty
  return (
    <ul className="product-grid">
      {loaded.list.items.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} headingLevel={2} priority={index < PRIORITY_CARDS} />
        </li>
      ))}
    </ul>
  )
}

interface ProductListProps {
  catalogue: Catalogue
  loaded: LoadedList
  /** The number of results in words. */
  countText: (total: number) => string
}

/** A list of goods with everything that narrows, orders and pages it; the address holds it all (D46). */
export function ProductList({ catalogue, loaded, countText }: ProductListProps) {
  const { filters, list, facets, categories, producer, pages } = loaded
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const [isOpen, setOpen] = useState(true)
  const panelId = useId()
  const isLoading = location?.pathname === pathname
  const hrefOf = (change: Partial<ListFilters>) => listHref(pathname, filters, change)
  const clearHref = listHref(pathname, { ...NO_FILTERS, sort: filters.sort })
  const otherHref = listHref(catalogue.other.to, { ...NO_FILTERS, search: filters.search })
  const active = activeFilters(filters, {
    category: categories.find(({ value }) => value === filters.category)?.label,
    producer: producer ?? facets?.businesses.find(({ id }) => id === filters.businessId)?.name,
  })
  const total = list?.total ?? 0
  const first = (filters.page - 1) * PAGE_SIZE + 1
  return (
    <>
      <CategoryButtons
        all={catalogue.all}
        chosen={filters.category}
        categories={categories}
        facets={facets}
        hrefOf={(category) => hrefOf({ category })}
      />
      <div className="list-tools">
        <SearchBox
          search={filters.search}
          label={catalogue.searchLabel}
          placeholder={catalogue.searchPlaceholder}
          action={pathname}
          hrefOf={(search) => hrefOf({ search })}
        >
          <KeptFilters filters={filters} except={['search']} />
        </SearchBox>
        <FilterToggles panelId={panelId} active={active.length} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <SortSelect filters={filters} />
      </div>
      <FilterChips active={active} hrefOf={hrefOf} clearHref={clearHref} />
      <div className="list-columns" data-panel={isOpen ? 'open' : 'closed'}>
        <aside id={panelId} popover="auto" aria-label="Filters" className="filter-sheet">
          <FilterPanel filters={filters} facets={facets} hrefOf={hrefOf} hasSellers={catalogue.type === 'material'} />
          <button type="button" className="button filter-sheet-done" popoverTarget={panelId} popoverTargetAction="hide">
            {total === 1 ? 'Show 1 result' : `Show ${total} results`}
          </button>
        </aside>
        <div aria-busy={isLoading}>
          <p role="status" className="list-count">
            {isLoading ? catalogue.loading : list && countText(total)}
            {!isLoading && pages > 1 && `, ${first} to ${first + (list?.items.length ?? 1) - 1} shown`}
          </p>
          <div className="list-results" data-loading={isLoading || undefined}>
            <Results
              catalogue={catalogue}
              loaded={loaded}
              empty={
                <ListEmpty
                  title={catalogue.empty}
                  clear={active.length > 0 ? { href: clearHref, label: 'Clear' } : undefined}
                  elsewhere={filters.search ? { href: otherHref, label: catalogue.other.label } : undefined}
                />
              }
            />
          </div>
          <Pagination page={filters.page} pages={pages} hrefOf={(page) => hrefOf({ page })} />
        </div>
      </div>
    </>
  )
}
