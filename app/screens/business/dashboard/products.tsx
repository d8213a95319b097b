import { useQuery } from '@tanstack/react-query'
import { categoryChoicesQuery } from '#app/features/catalog/product-form/queries.ts'
import { BulkActions } from '#app/features/catalog/product-grid/bulk-actions.tsx'
import { MISSING_FILTER, STATUS_FILTER } from '#app/features/catalog/product-grid/status-filter.ts'
import { ownProductsQuery } from '#app/features/catalog/product-queries.ts'
import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { queryOf } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { MAX_MATCHING } from '#contract/catalog/product-edits.ts'
import { worth } from '#contract/catalog/product-list.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import type { BusinessStats } from '#contract/catalog/seller-products.ts'
import type { Page } from '#contract/client.ts'
import { INVENTORY, LOW, PRODUCTS } from './product-columns.tsx'

/** The lists of the dashboard. */
type ProductTab = 'products' | 'featured' | 'inventory' | 'low-stock'

const COLUMNS = { products: PRODUCTS, featured: PRODUCTS, inventory: INVENTORY, 'low-stock': LOW } as const
const FIXED: Partial<Record<ProductTab, Record<string, string>>> = { featured: { featured: 'true' }, 'low-stock': { lowStock: 'true' } }

const FEATURED_FILTER: GridFilter = {
  name: 'featured',
  label: 'Featured',
  options: [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ],
}
const INCOMPLETE_FILTER: GridFilter = {
  name: 'incomplete',
  label: 'Details',
  options: [{ value: 'true', label: 'Incomplete' }],
}

const tools = (selection: GridSelection<ProductSummary>) => <BulkActions selection={selection} />

/** Inventory value: of this page when there are more pages, and in total. */
const totalOf = (value: number) => (page: Page<ProductSummary>) => <Total page={page} value={value} />

function Total({ page: { items, total }, value }: { page: Page<ProductSummary>; value: number }) {
  const ofPage = items.reduce((sum, product) => sum + worth(product), 0)
  return (
    <dl className="border-[1.5px] border-line border-t-2 border-t-ink bg-surface">
      {items.length < total && (
        <div className="flex justify-end gap-6 px-4 py-2.5">
          <dt>This page</dt>
          <dd className="min-w-[10rem] font-bold text-right tabular-nums">{money(ofPage, 'USD')}</dd>
        </div>
      )}
      <div className="flex justify-end gap-6 px-4 py-2.5">
        <dt>All products</dt>
        <dd className="min-w-[10rem] font-bold text-right tabular-nums">{money(value, 'USD')}</dd>
      </div>
    </dl>
  )
}

/** A seller's products: all, featured, by inventory value, or low in stock. */
export function Products({ tab, label, stats }: { tab: ProductTab; label: string; stats: BusinessStats }) {
  const token = useToken((state) => state.token)
  const { data: categories } = useQuery(queryOf(categoryChoicesQuery()))
  const category: GridFilter = {
    name: 'category',
    label: 'Category',
    options: (categories?.items ?? []).map(({ value, label: name }) => ({ value, label: name })),
    isMulti: true,
  }
  const fixed = FIXED[tab]
  return (
    <DataGrid<ProductSummary>
      key={tab}
      name="own-products"
      records="products"
      label={label}
      columns={COLUMNS[tab]}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      read={(query) => ownProductsQuery(token, query)}
      {...(fixed && { fixed })}
      filters={
        tab === 'products' ? [STATUS_FILTER, category, FEATURED_FILTER, INCOMPLETE_FILTER, MISSING_FILTER] : [STATUS_FILTER, category]
      }
      searchLabel="Search name or description"
      defaultSort={tab === 'low-stock' ? 'stock' : 'name'}
      hasSortKeys
      exportPath="/api/business/products/export"
      actions={tools}
      mostMatching={MAX_MATCHING}
      {...(tab === 'inventory' && { foot: totalOf(stats.inventoryValue) })}
      empty={{ filtered: 'No products found', none: 'No products found' }}
      failure="Your products could not be loaded."
    />
  )
}
