import { Link } from 'react-router'
import { NonActiveToggle, useNonActive } from '#app/features/catalog/staff-products/non-active-toggle.tsx'
import { BUTTONS_COLUMN, PRODUCT_COLUMNS } from '#app/features/catalog/staff-products/product-columns.tsx'
import { CatalogGrid } from '#app/features/catalog/staff-products/product-grid.tsx'
import { StatCards } from '#app/features/catalog/staff-products/stat-cards.tsx'
import { useSwitches } from '#app/features/kit/frame/use-switches.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { isOpenAt } from '#app/features/kit/office-places.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'

const COLUMNS = [...PRODUCT_COLUMNS, BUTTONS_COLUMN]

/** The whole catalog for staff: as the super admin's, without statuses and categories to set. */
export default function ProductsScreen() {
  const { fixed } = useNonActive()
  const user = usePageUser()
  const switches = useSwitches(user)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Products</h1>
        <p className="flex flex-wrap gap-3">
          {user && isOpenAt('/admin/import', user, switches) && (
            <Link to="/admin/import" className="button hollow">
              Catalog Import
            </Link>
          )}
          <Writers>
            <Link to="/admin/products/new" className="button">
              Add Product
            </Link>
          </Writers>
        </p>
      </div>
      <StatCards />
      <CatalogGrid name="products" columns={COLUMNS} fixed={fixed} tools={<NonActiveToggle />} />
    </>
  )
}
