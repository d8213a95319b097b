import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { STATUS_FILTER } from '#app/features/catalog/product-grid/status-filter.ts'
import { DeleteProduct } from '#app/features/catalog/staff-products/delete-product.tsx'
import { PRODUCT_COLUMNS } from '#app/features/catalog/staff-products/product-columns.tsx'
import { ProductGrid } from '#app/features/catalog/staff-products/product-grid.tsx'
import { ContentTab } from '#app/features/content/blog-admin/content-tab.tsx'
import { Views } from '#app/features/kit/frame/views.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { mayAct } from '#domain/permissions.ts'

const TABS = [
  { key: 'products', label: 'Products', needs: 'catalog.read' },
  { key: 'blog', label: 'Blog & Content', needs: 'content.read' },
] as const

/** Products and articles side by side (B60). */
export default function ContentScreen() {
  const [params] = useSearchParams()
  const user = usePageUser()
  const views = TABS.filter(({ needs }) => user && mayAct(user, needs))
  const tab = (views.find(({ key }) => key === params.get('tab')) ?? views[0])?.key
  return (
    <>
      <h1>Products and content</h1>
      <Views
        label="Products and content"
        views={views}
        current={tab ?? ''}
        hrefOf={(key) => (key === 'products' ? '/admin/content' : `/admin/content?tab=${key}`)}
      />
      {tab === 'products' && <ProductsTab />}
      {tab === 'blog' && <ContentTab />}
    </>
  )
}

const FILTERS = [STATUS_FILTER]
const SHOWN = ['name', 'category', 'prices', 'stock', 'created']
const COLUMNS: readonly GridColumn<ProductSummary>[] = [
  ...PRODUCT_COLUMNS.map((column) => ({ ...column, isExtra: !SHOWN.includes(column.id) })),
  { id: 'buttons', title: 'Actions', isActions: true, cell: (product) => <RowButtons product={product} /> },
]

function ProductsTab() {
  return (
    <>
      <p className="mt-4 flex justify-end">
        <Writers>
          <Link to="/admin/products/new" className="button">
            Add Product
          </Link>
        </Writers>
      </p>
      <ProductGrid name="content-products" columns={COLUMNS} filters={FILTERS} />
    </>
  )
}

function RowButtons({ product }: { product: ProductSummary }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <span className="flex gap-2">
      <Link to={`/admin/products/${product.id}/edit`} className="button hollow small" aria-label={`Edit ${product.name}`}>
        Edit
      </Link>
      <button type="button" className="button danger small" aria-label={`Delete ${product.name}`} onClick={() => setAsking(true)}>
        Delete
      </button>
      {isAsking && <DeleteProduct product={product} onClose={() => setAsking(false)} />}
    </span>
  )
}
