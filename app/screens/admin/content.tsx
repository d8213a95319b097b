import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { STATUS_FILTER } from '#app/features/catalog/product-grid/status-filter.ts'
import { DeleteProduct } from '#app/features/catalog/staff-products/delete-product.tsx'
import { PRODUCT_COLUMNS } from '#app/features/catalog/staff-products/product-columns.tsx'
import { ProductGrid } from '#app/features/catalog/staff-products/product-grid.tsx'
import { ContentTab } from '#app/features/content/blog-admin/content-tab.tsx'
import { Views } from '#app/features/kit/frame/views.tsx'
import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'

const TABS = [
  { key: 'products', label: 'Products' },
  { key: 'blog', label: 'Blog & Content' },
] as const

/** Products and articles side by side (B60). */
export default function ContentScreen() {
  const [params] = useSearchParams()
  const tab = TABS.find(({ key }) => key === params.get('tab'))?.key ?? 'products'
  return (
    <>
      <h1>Products and content</h1>
      <Views
        label="Products and content"
        views={TABS}
        current={tab}
        hrefOf={(key) => (key === 'products' ? '/admin/content' : `/admin/content?tab=${key}`)}
      />
      {tab === 'products' ? <ProductsTab /> : <ContentTab />}
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
        <Link to="/admin/products/new" className="button">
          Add Product
        </Link>
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
