import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { staffCategoriesQuery } from '#app/features/catalog/categories/queries.ts'
import { BulkActions } from '#app/features/catalog/product-grid/bulk-actions.tsx'
import { CATALOG_STATUS_FILTER, MISSING_FILTER } from '#app/features/catalog/product-grid/status-filter.ts'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { queryOf } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { MAX_MATCHING } from '#contract/catalog/product-edits.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { editHref } from './edit-href.ts'
import { staffProductsQuery } from './queries.ts'
import { RestoreProducts } from './restore-products.tsx'
import { sellersQuery } from './sellers.ts'

const EMPTY = 'No products found matching your criteria.'

const TYPE_FILTER: GridFilter = {
  name: 'type',
  label: 'Type',
  options: [
    { value: 'machine', label: 'Machines' },
    { value: 'material', label: 'Materials' },
  ],
}

/** The filters of the whole catalog, with current categories and businesses. */
function useFilters(): GridFilter[] {
  const token = useToken((state) => state.token)
  const categories = useQuery(queryOf(staffCategoriesQuery(token)))
  const sellers = useQuery(queryOf(sellersQuery(token)))
  const ofCategories = (categories.data ?? []).map(({ value, label }) => ({ value, label }))
  const ofBusinesses = (sellers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return [
    { name: 'category', label: 'Category', options: ofCategories, isMulti: true },
    CATALOG_STATUS_FILTER,
    TYPE_FILTER,
    { name: 'lowStock', label: 'Stock', options: [{ value: 'true', label: `Low, under ${figure(getShop().stock.low)}` }] },
    MISSING_FILTER,
    { name: 'businessId', label: 'Business', options: ofBusinesses, isMulti: true },
  ]
}

interface ProductGridProps {
  name: string
  columns: readonly GridColumn<ProductSummary>[]
  filters?: readonly GridFilter[]
  fixed?: Record<string, string>
  tools?: ReactNode
  actions?: (selection: GridSelection<ProductSummary>) => ReactNode
  mostMatching?: number
}

/** Grid of the products of every business. */
export function ProductGrid(props: ProductGridProps) {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      records="products"
      label="Products"
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      hrefOf={editHref}
      read={(query) => staffProductsQuery(token, query)}
      searchLabel="Search name or description"
      defaultSort="-createdAt"
      hasSortKeys
      exportPath="/api/admin/products/export"
      empty={{ filtered: EMPTY }}
      failure="The products could not be loaded."
      {...props}
    />
  )
}

const bulkTools = (selection: GridSelection<ProductSummary>) => <BulkActions selection={selection} />

const deletedTools = (selection: GridSelection<ProductSummary>) => <RestoreProducts selection={selection} />

/** `ProductGrid` with every filter and the bulk actions; deleted products can be restored. */
export function CatalogGrid(props: Omit<ProductGridProps, 'filters' | 'actions'>) {
  const [params] = useSearchParams()
  const filters = useFilters()
  if (params.get('status') === 'Deleted') return <ProductGrid {...props} filters={filters} actions={deletedTools} />
  return <ProductGrid {...props} filters={filters} actions={bulkTools} mostMatching={MAX_MATCHING} />
}
