import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { STAFF_RULES } from '#app/features/catalog/product-form/check-values.ts'
import { FormFrame } from '#app/features/catalog/product-form/form-frame.tsx'
import { emptyValues, valuesOf } from '#app/features/catalog/product-form/form-values.ts'
import { useProductForm } from '#app/features/catalog/product-form/use-product-form.ts'
import { editHref } from '#app/features/catalog/staff-products/edit-href.ts'
import { ProductHistory } from '#app/features/catalog/staff-products/product-history.tsx'
import { staffProductsQuery } from '#app/features/catalog/staff-products/queries.ts'
import type { Owner } from '#app/features/catalog/staff-products/sellers.ts'
import { listHref } from '#app/features/kit/frame/last-list.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { useToken } from '#app/lib/token.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { isApiError } from '#contract/errors.ts'
import { FormHead } from './form-head.tsx'
import { FormSections } from './form-sections.tsx'

/** Page after the form is saved or left, unless another list led here (B72). */
const LIST = '/admin/products'

/** By id, which leads to the slug of today. */
const hrefOf = (id: string) => `/admin/products/${id}/edit`

/** The sentences of the form itself; of a refusal by the shop the toast says only that it failed, and the form says why. */
const OWN_SENTENCES: readonly unknown[] = [
  STAFF_RULES.missing,
  STAFF_RULES.noPicture,
  'Please enter valid prices',
  'Please check the marked fields.',
]

function toastText(failure: unknown, failed: string): string {
  if (!isApiError(failure)) return 'An error occurred. Please try again.'
  return OWN_SENTENCES.includes(failure.detail) ? failure.detail : failed
}

interface StaffFormProps {
  /** Null for a new product. */
  product: ProductForm | null
  /** Seller; for a new product the only one there is, null where staff choose. */
  seller: Owner | null
  /** Among whom the owner is chosen. */
  sellers: readonly Owner[]
}

/** Staff's form of one product, new or stored. */
export function StaffForm({ product, seller, sellers }: StaffFormProps) {
  const navigate = useNavigate()
  const token = useToken((state) => state.token)
  const [initial] = useState(() =>
    product ? valuesOf(product) : { ...emptyValues(), businessId: seller?.id ?? '', businessType: seller?.businessType ?? ('' as const) },
  )
  /** A moment later, once the guard knows that nothing is lost. */
  const [back] = useState(() => listHref('products', LIST))
  const leave = (to = product ? back : LIST) => {
    void refreshTabs(queryClient)
    setTimeout(() => void navigate(to))
  }
  const form = useProductForm({
    opened: product,
    initial,
    rules: STAFF_RULES,
    failed: (failure) => toastText(failure, product ? 'Failed to update product' : 'Failed to create product'),
    saved: product ? 'Product updated successfully!' : 'Product created successfully!',
    onSaved: (saved, stays) => {
      if (!stays) leave()
      else if (product) void refreshTabs(queryClient)
      else leave(editHref(saved))
    },
  })
  const title = product ? 'Edit Product' : 'Add Product'
  usePageTitle(product && `${product.name} | Products`)
  return (
    <>
      <Link to={back} className="back-link no-print">
        Back to Products
      </Link>
      <FormHead
        title={product?.name ?? title}
        kicker={product ? title : undefined}
        product={product}
        isViewed={false}
        onGone={(to) => {
          if (to === undefined) form.release() // deleted; on the way to a copy the guard still asks
          leave(to)
        }}
      />
      <FormFrame form={form} title={title} product={product} back={back} read={(query) => staffProductsQuery(token, query)} hrefOf={hrefOf}>
        <FormSections section={form.section} opened={form.opened} seller={seller} sellers={sellers} />
      </FormFrame>
      {product && <ProductHistory id={product.id} />}
    </>
  )
}
