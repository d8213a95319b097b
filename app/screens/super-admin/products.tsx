import { useIsFetching } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ManageCategories } from '#app/features/catalog/categories/manage-categories.tsx'
import { NonActiveToggle, useNonActive } from '#app/features/catalog/staff-products/non-active-toggle.tsx'
import { BUTTONS_COLUMN, PRODUCT_COLUMNS } from '#app/features/catalog/staff-products/product-columns.tsx'
import { CatalogGrid } from '#app/features/catalog/staff-products/product-grid.tsx'
import { StatCards } from '#app/features/catalog/staff-products/stat-cards.tsx'
import { StatusSelect } from '#app/features/catalog/staff-products/status-select.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Together } from '#app/ui/together.tsx'
import type { ProductSummary } from '#contract/catalog/products.ts'

const STATUS: GridColumn<ProductSummary> = { id: 'status', title: 'Status', cell: (product) => <StatusSelect product={product} /> }
const COLUMNS = [...PRODUCT_COLUMNS, STATUS, BUTTONS_COLUMN]

/** The whole catalog for the super admin, who sets statuses and manages categories here. */
export default function SuperProductsScreen() {
  const [isManaging, setManaging] = useState(false)
  const { fixed } = useNonActive()
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Product Management</h1>
        <p className="flex flex-wrap gap-3">
          <Link to="/super-admin/dashboard" className="button hollow">
            Back to Super Dashboard
          </Link>
          <Refresh />
          <button type="button" className="button hollow" onClick={() => setManaging(true)}>
            Manage Categories
          </button>
          <Link to="/admin/products/new" className="button">
            Add Product
          </Link>
        </p>
      </div>
      <Together>
        <StatCards />
        <CatalogGrid name="super-products" columns={COLUMNS} fixed={fixed} tools={<NonActiveToggle />} />
      </Together>
      {isManaging && <ManageCategories onClose={() => setManaging(false)} />}
    </>
  )
}

/** Reads everything on the screen anew. */
function Refresh() {
  const token = useToken((state) => state.token)
  const isReading =
    useIsFetching({ queryKey: [...officeKey(token), 'staff-products'], predicate: ({ state }) => state.data !== undefined }) > 0
  return (
    <BusyButton className="button hollow" isBusy={isReading} busy="Refreshing…" onPress={() => void refreshTabs(queryClient)}>
      Refresh
    </BusyButton>
  )
}
