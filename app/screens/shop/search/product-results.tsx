import { useId } from 'react'
import { activeFilters } from '#app/features/catalog/products/active-filters.ts'
import type { FilterPlace } from '#app/features/catalog/products/filter-form.tsx'
import { Choice, Facet, FilterPanel } from '#app/features/catalog/products/filter-panel.tsx'
import { FilterSheet } from '#app/features/catalog/products/filter-sheet.tsx'
import { type ListFilters, NO_FILTERS } from '#app/features/catalog/products/filters.ts'
import { ProductGrid } from '#app/features/catalog/products/product-grid.tsx'
import { RankingNote, SortSelect } from '#app/features/catalog/products/sort-select.tsx'
import { SpecificationFacets } from '#app/features/catalog/products/specification-facets.tsx'
import { useUnits } from '#app/features/catalog/products/use-units.ts'
import { readView, type SearchView, viewHref, viewParams } from '#app/features/content/search/search-address.ts'
import { count, figure } from '#app/lib/format.ts'
import { usePendingSearch } from '#app/lib/use-pending-search.ts'
import { Chips } from '#app/ui/chips.tsx'
import { ListEmpty } from '#app/ui/list-messages.tsx'
import type { LoadedSearch } from './load-search.ts'

interface ProductResultsProps {
  view: SearchView
  products: NonNullable<LoadedSearch['products']>
}

/** One kind of matching products, filtered by category, producer, price and stock, in any order. */
export function ProductResults({ view: shown, products: { list, facets } }: ProductResultsProps) {
  const coming = readView(new URLSearchParams(usePendingSearch()))
  const view = coming.kind === shown.kind ? coming : shown
  const { kind, filters } = view
  const { shown: inUnits } = useUnits()
  const panelId = useId()
  const hrefOf = (change: Partial<ListFilters>) => viewHref(view, change)
  const place: FilterPlace = {
    params: (changed) => viewParams({ kind, filters: changed }),
    read: (params) => readView(params).filters,
  }
  const clearHref = viewHref({ kind, filters: { ...NO_FILTERS, search: filters.search, isExact: filters.isExact, sort: filters.sort } })
  const active = activeFilters(
    { ...filters, search: '', businessType: NO_FILTERS.businessType },
    {
      category: facets?.categories.find(({ value }) => value === filters.category)?.label,
      producer: facets?.businesses.find(({ id }) => id === filters.businessId)?.name,
      attributes: facets?.attributes,
      understood: facets?.understood,
    },
  )
  return (
    <>
      <div className="list-tools">
        <button type="button" className="button hollow lg:hidden" popoverTarget={panelId}>
          Filters
          {active.length > 0 && (
            <span className="inline-grid place-items-center min-w-5.5 h-5.5 px-1.25 rounded-[11px] bg-tape text-on-bright text-xs">
              {figure(active.length)}
              <span className="visually-hidden"> active</span>
            </span>
          )}
        </button>
        <SortSelect filters={filters} place={place} />
      </div>
      <Chips
        filters={active.map(({ name, value, without }) => ({ name, value: inUnits(value), withoutHref: hrefOf(without) }))}
        clearHref={clearHref}
      />
      <div className="list-columns mt-5 lg:grid lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-8 lg:data-[panel=closed]:grid-cols-1">
        <FilterSheet id={panelId} done={`Show ${count(list.total, 'result')}`}>
          <FilterPanel
            filters={filters}
            facets={facets}
            hrefOf={hrefOf}
            place={place}
            hasSellers={false}
            more={facets && <SpecificationFacets filters={filters} attributes={facets.attributes} hrefOf={hrefOf} place={place} />}
          >
            {facets && facets.categories.length > 0 && (
              <Facet title="Category">
                <ul className="choices">
                  {facets.categories.map(({ value, label, count: number }) => {
                    const isChosen = value === filters.category
                    return (
                      <Choice key={value} to={hrefOf({ category: isChosen ? '' : value })} isChosen={isChosen} count={number}>
                        {label}
                      </Choice>
                    )
                  })}
                </ul>
              </Facet>
            )}
          </FilterPanel>
        </FilterSheet>
        {list.items.length === 0 ? (
          <ListEmpty
            title="No products found matching your criteria."
            clear={active.length > 0 ? { href: clearHref, label: 'Clear All Filters' } : undefined}
          />
        ) : (
          <div>
            <ProductGrid products={list.items} filters={filters} understood={facets?.understood ?? null} />
            <RankingNote filters={filters} />
          </div>
        )}
      </div>
    </>
  )
}
