import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ProductSheet } from '#app/features/catalog/product-form/product-sheet.tsx'
import { ProductHistory } from '#app/features/catalog/staff-products/product-history.tsx'
import { listHref } from '#app/features/kit/frame/last-list.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { queryClient } from '#app/lib/query-client.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { FormHead } from './form-head.tsx'

const LIST = '/admin/products'

/** One product, only to be read; also what is left of a deleted one. */
export function StaffView({ product }: { product: ProductForm }) {
  const navigate = useNavigate()
  const [back] = useState(() => listHref('products', LIST))
  usePageTitle(`${product.name} | Products`)
  const leave = (to = back) => {
    void refreshTabs(queryClient)
    void navigate(to)
  }
  return (
    <>
      <Link to={back} className="back-link no-print">
        Back to Products
      </Link>
      <FormHead title={product.name} product={product} isViewed onGone={leave} />
      <p className="mt-2 text-ink-2">
        <bdi>{product.businessName}</bdi>, {product.category.replaceAll('-', ' ')}
      </p>
      <ProductSheet product={product} />
      <ProductHistory id={product.id} />
    </>
  )
}
