import { type ReactNode, useId, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { usePendingSearch } from '#app/lib/use-pending-search.ts'
import { Chips } from '#app/ui/chips.tsx'
import { ListEmpty, ListFailed } from '#app/ui/list-messages.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SearchBox } from '#app/ui/search-box.tsx'
import { activeFilters } from './active-filters.ts'
import type { Catalog } from './catalog.ts'
import { CategoryButtons } from './category-buttons.tsx'
import { KeptFilters } from './filter-form.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { type ListFilters, type ListView, listHref, NO_FILTERS, PAGE_SIZE, readFilters } from './filters.ts'
import { ButtonsSkeleton, CardsSkeleton } from './list-skeleton.tsx'
import type { LoadedList } from './load-list.ts'
import { ProductCard } from './product-card.tsx'
import { SortSelect } from './sort-select.tsx'
import { ViewSwitch } from './view-switch.tsx'

const PRIORITY_CARDS = 3

function FilterToggles({ panelId, active, isOpen, onToggle }: { panelId: string; active: number; isOpen: boolean; onToggle: () => void }) {
  const label = (
    <>
      Filters
      {active > 0 && (
        <span className="inline-grid place-items-center min-w-5.5 h-5.5 px-1.25 rounded-[11px] bg-tape text-on-bright text-xs">
          {active}
          <span className="visually-hidden"> active</span>
        </span>
      )}
    </>
  )
  return (
    <>
      <button type="button" className="button hollow lg:hidden" popoverTarget={panelId}>
        {label}
      </button>
      <button type="button" className="button hollow filter-panel-toggle" aria-expanded={isOpen} aria-controls={panelId} onClick={onToggle}>
        {label}
      </button>
    </>
  )
}

interface ResultsProps {
  catalog: Catalog
  loaded: LoadedList | null
  view: ListView
  empty: ReactNode
}

function Results({ catalog, loaded, view, empty }: ResultsProps) {
  if (!loaded) return <CardsSkeleton />
  if (!loaded.list) return <ListFailed text={catalog.failed} />
  if (loaded.list.items.length === 0) return empty
  return (
    <ul className="product-grid" data-view={view}>
      {loaded.list.items.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} headingLevel={2} priority={index < PRIORITY_CARDS} isRow={view === 'list'} />
        </li>
      ))}
    </ul>
  )
}

/** What is read, and until then the last that was: the controls stay in place while the results change. */
function useLast(loaded: LoadedList | null): LoadedList | null {
  const [last, setLast] = useState(loaded)
  if (loaded && loaded !== last) setLast(loaded)
  return loaded ?? last
}

interface ProductListProps {
  catalog: Catalog
  /** Null while it is being read. */
  loaded: LoadedList | null
  /** The number of results in words. */
  countText: (total: number) => string
}

/** A list of goods with everything that narrows, orders and pages it; the address holds it all (D46). */
export function ProductList({ catalog, loaded, countText }: ProductListProps) {
  const { pathname } = useLocation()
  const filters = readFilters(new URLSearchParams(usePendingSearch()), catalog.type)
  const { location } = useNavigation()
  const [isOpen, setOpen] = useState(true)
  const panelId = useId()
  const last = useLast(loaded)
  const isLoading = !loaded || location?.pathname === pathname
  const { list = null, pages = 1 } = loaded ?? {}
  const { facets = null, categories = [] } = last ?? {}
  const hrefOf = (change: Partial<ListFilters>) => listHref(pathname, filters, change)
  const clearHref = listHref(pathname, { ...NO_FILTERS, sort: filters.sort, view: filters.view })
  const otherHref = listHref(catalog.other.to, { ...NO_FILTERS, search: filters.search })
  const active = activeFilters(filters, {
    category: categories.find(({ value }) => value === filters.category)?.label,
    producer: loaded?.producer ?? facets?.businesses.find(({ id }) => id === filters.businessId)?.name ?? (loaded ? undefined : '…'),
  })
  const total = list?.total ?? 0
  const first = (filters.page - 1) * PAGE_SIZE + 1
  return (
    <>
      {last ? (
        <CategoryButtons
          all={catalog.all}
          chosen={filters.category}
          categories={categories}
          facets={facets}
          hrefOf={(category) => hrefOf({ category })}
        />
      ) : (
        <ButtonsSkeleton />
      )}
      <div className="list-tools">
        <SearchBox
          search={filters.search}
          label={catalog.searchLabel}
          placeholder={catalog.searchPlaceholder}
          action={pathname}
          hrefOf={(typed) => hrefOf({ search: typed })}
        >
          <KeptFilters filters={filters} except={['search']} />
        </SearchBox>
        <FilterToggles panelId={panelId} active={active.length} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <SortSelect filters={filters} />
        <ViewSwitch view={filters.view} hrefOf={(change) => hrefOf({ page: filters.page, ...change })} />
      </div>
      <Chips filters={active.map(({ name, value, without }) => ({ name, value, withoutHref: hrefOf(without) }))} clearHref={clearHref} />
      <div
        className="list-columns mt-5 lg:grid lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-8 lg:data-[panel=closed]:grid-cols-1"
        data-panel={isOpen ? 'open' : 'closed'}
      >
        <aside id={panelId} popover="auto" aria-label="Filters" className="filter-sheet">
          <FilterPanel filters={filters} facets={facets} hrefOf={hrefOf} hasSellers={catalog.type === 'material'} isLoading={!loaded} />
          <button type="button" className="button filter-sheet-done" popoverTarget={panelId} popoverTargetAction="hide">
            {total === 1 ? 'Show 1 result' : `Show ${total} results`}
          </button>
        </aside>
        <div aria-busy={isLoading}>
          <p role="status" className="list-count">
            {isLoading ? catalog.loading : list && countText(total)}
            {!isLoading && pages > 1 && `, ${first} to ${first + (list?.items.length ?? 1) - 1} shown`}
          </p>
          <div className="transition-opacity data-loading:opacity-45" data-loading={(loaded && isLoading) || undefined}>
            <Results
              catalog={catalog}
              loaded={loaded}
              view={filters.view}
              empty={
                <ListEmpty
                  title={catalog.empty}
                  clear={active.length > 0 ? { href: clearHref, label: 'Clear All Filters' } : undefined}
                  elsewhere={filters.search ? { href: otherHref, label: catalog.other.label } : undefined}
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
