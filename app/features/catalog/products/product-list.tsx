import { type ReactNode, useId, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { figure } from '#app/lib/format.ts'
import { usePendingSearch } from '#app/lib/use-pending-search.ts'
import { Chips } from '#app/ui/chips.tsx'
import { Deferred } from '#app/ui/deferred.tsx'
import { later } from '#app/ui/later.tsx'
import { ListEmpty, ListFailed } from '#app/ui/list-messages.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SearchBox } from '#app/ui/search-box.tsx'
import { MOST_HITS } from '#domain/product.ts'
import { activeFilters } from './active-filters.ts'
import { type Catalog, emptyTexts } from './catalog.ts'
import { CategoryButtons } from './category-buttons.tsx'
import { KeptFilters } from './filter-form.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { type ListFilters, listHref, NO_FILTERS, PAGE_SIZE, readFilters } from './filters.ts'
import { ButtonsSkeleton, CardsSkeleton } from './list-skeleton.tsx'
import type { LoadedList } from './load-list.ts'
import { PriceNote } from './price-note.tsx'
import { ProductGrid } from './product-grid.tsx'
import { correctedSearch, SearchReading } from './search-reading.tsx'
import { RankingNote, SortSelect } from './sort-select.tsx'
import { SpecificationFacets } from './specification-facets.tsx'
import { useUnits } from './use-units.ts'
import { ViewSwitch } from './view-switch.tsx'

const CompareTray = later(async () => (await import('./compare-tray.tsx')).CompareTray)

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
        <bdi>{label}</bdi>
      </button>
      <button type="button" className="button hollow filter-panel-toggle" aria-expanded={isOpen} aria-controls={panelId} onClick={onToggle}>
        <bdi>{label}</bdi>
      </button>
    </>
  )
}

interface ResultsProps {
  catalog: Catalog
  loaded: LoadedList | null
  filters: ListFilters
  empty: ReactNode
}

function Results({ catalog, loaded, filters, empty }: ResultsProps) {
  if (!loaded) return <CardsSkeleton />
  if (!loaded.list) return <ListFailed text={catalog.failed} />
  if (loaded.list.items.length === 0) return empty
  return (
    <ProductGrid
      products={loaded.list.items}
      filters={filters}
      understood={loaded.facets?.understood ?? null}
      view={filters.view}
      canCompare
    />
  )
}

interface ListProps {
  catalog: Catalog
  filters: ListFilters
  /** Null while it is being read. */
  loaded: LoadedList | null
}

/** True while the list is read, for the first time or for another address of this screen. */
function useIsLoading(loaded: LoadedList | null): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return !loaded || location?.pathname === pathname
}

/** Returns the active filters as chips, and the address without any of them. */
function useChips(filters: ListFilters, loaded: LoadedList | null) {
  const { pathname } = useLocation()
  const { shown } = useUnits()
  const { facets = null, categories = [] } = loaded ?? {}
  const active = activeFilters(filters, {
    attributes: facets?.attributes,
    understood: facets?.understood,
    category: categories.find(({ value }) => value === filters.category)?.label,
    fitted: loaded?.fitted,
    producer: loaded?.producer ?? facets?.businesses.find(({ id }) => id === filters.businessId)?.name ?? (loaded ? undefined : '…'),
  })
  return {
    chips: active.map(({ name, value, without }) => ({ name, value: shown(value), withoutHref: listHref(pathname, filters, without) })),
    clearHref: listHref(pathname, { ...NO_FILTERS, sort: filters.sort, view: filters.view }),
  }
}

function ActiveFilters({ filters, loaded }: Omit<ListProps, 'catalog'>) {
  const { chips, clearHref } = useChips(filters, loaded)
  const understood = loaded?.facets?.understood
  const { pathname } = useLocation()
  return (
    <>
      {understood && (
        <SearchReading
          query={filters.search}
          meant={correctedSearch(filters.search, understood)}
          understood={understood}
          exactHref={listHref(pathname, filters, { isExact: true })}
        />
      )}
      <Chips filters={chips} clearHref={clearHref} />
    </>
  )
}

function Count({ catalog, filters, loaded, countText }: ListProps & { countText: (total: number) => string }) {
  const isLoading = useIsLoading(loaded)
  if (isLoading) return catalog.loading
  if (!loaded?.list) return null
  const { list, pages } = loaded
  const first = (filters.page - 1) * PAGE_SIZE + 1
  const counted = filters.search !== '' && list.total === MOST_HITS ? 'At least ' : ''
  return counted + countText(list.total) + (pages > 1 ? `, ${figure(first)} to ${figure(first + list.items.length - 1)} shown` : '')
}

function ResultPages({ catalog, filters, loaded }: ListProps) {
  const { pathname } = useLocation()
  const isLoading = useIsLoading(loaded)
  const { chips, clearHref } = useChips(filters, loaded)
  const otherHref = listHref(catalog.other.to, { ...NO_FILTERS, search: filters.search })
  return (
    <div aria-busy={isLoading}>
      <div className="transition-opacity data-loading:opacity-45" data-loading={(loaded && isLoading) || undefined}>
        <Results
          catalog={catalog}
          loaded={loaded}
          filters={filters}
          empty={
            <ListEmpty
              {...emptyTexts(catalog, chips.length > 0, loaded?.isNewShop === true)}
              clear={chips.length > 0 ? { href: clearHref, label: 'Clear All Filters' } : undefined}
              elsewhere={filters.search ? { href: otherHref, label: catalog.other.label } : undefined}
            />
          }
        />
      </div>
      <Pagination page={filters.page} pages={loaded?.pages ?? 1} hrefOf={(page) => listHref(pathname, filters, { page })} />
    </div>
  )
}

interface ProductListProps {
  catalog: Catalog
  loaded: LoadedList | Promise<LoadedList>
  /** Writes the number of results, with its noun. */
  countText: (total: number) => string
}

/** A list of products with everything that filters, sorts and pages it; the address holds all of it. */
export function ProductList({ catalog, loaded, countText }: ProductListProps) {
  const { pathname } = useLocation()
  const filters = readFilters(new URLSearchParams(usePendingSearch()), catalog.type)
  const [isOpen, setOpen] = useState(true)
  const panelId = useId()
  const hrefOf = (change: Partial<ListFilters>) => listHref(pathname, filters, change)
  return (
    <>
      <Deferred value={loaded}>
        {(now) =>
          now ? (
            <CategoryButtons
              all={catalog.all}
              chosen={filters.category}
              categories={now.categories}
              facets={now.facets}
              hrefOf={(category) => hrefOf({ category })}
            />
          ) : (
            <ButtonsSkeleton />
          )
        }
      </Deferred>
      <div className="list-tools">
        <SearchBox
          search={filters.search}
          label={catalog.searchLabel}
          placeholder={catalog.searchPlaceholder}
          action={pathname}
          hrefOf={(typed) => hrefOf({ search: typed })}
        >
          <KeptFilters filters={filters} except={['search', 'exact']} />
        </SearchBox>
        <Deferred value={loaded}>
          {(now) => (
            <FilterToggles
              panelId={panelId}
              active={activeFilters(filters, { understood: now?.facets?.understood }).length}
              isOpen={isOpen}
              onToggle={() => setOpen(!isOpen)}
            />
          )}
        </Deferred>
        <SortSelect filters={filters} />
        <ViewSwitch view={filters.view} hrefOf={(change) => hrefOf({ page: filters.page, ...change })} />
      </div>
      <Deferred value={loaded}>{(now) => <ActiveFilters filters={filters} loaded={now} />}</Deferred>
      <div
        className="list-columns mt-5 lg:grid lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-8 lg:data-[panel=closed]:grid-cols-1"
        data-panel={isOpen ? 'open' : 'closed'}
      >
        <FilterSheet
          id={panelId}
          done={
            <Deferred value={loaded}>
              {(now) => {
                const total = now?.list?.total ?? 0
                return total === 1 ? 'Show 1 result' : `Show ${figure(total)} results`
              }}
            </Deferred>
          }
        >
          <Deferred value={loaded}>
            {(now) => (
              <FilterPanel
                filters={filters}
                facets={now?.facets ?? null}
                hrefOf={hrefOf}
                hasSellers={catalog.type === 'material'}
                isLoading={!now}
                more={now?.facets && <SpecificationFacets filters={filters} attributes={now.facets.attributes} hrefOf={hrefOf} />}
              />
            )}
          </Deferred>
        </FilterSheet>
        <div>
          <div className="mb-3 flex items-baseline justify-between gap-x-6 max-sm:flex-col">
            <p role="status" className="min-h-6 text-ink-2">
              <Deferred value={loaded}>
                {(now) => <Count catalog={catalog} filters={filters} loaded={now} countText={countText} />}
              </Deferred>
            </p>
            <PriceNote />
          </div>
          <Deferred value={loaded}>{(now) => <ResultPages catalog={catalog} filters={filters} loaded={now} />}</Deferred>
          <RankingNote filters={filters} />
        </div>
      </div>
      <CompareTray />
    </>
  )
}
