import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { SELLER_RULES } from '#app/features/catalog/product-form/check-values.ts'
import { FeaturesField } from '#app/features/catalog/product-form/features-field.tsx'
import { FormFrame } from '#app/features/catalog/product-form/form-frame.tsx'
import { emptyValues, valuesOf } from '#app/features/catalog/product-form/form-values.ts'
import { ImagesField } from '#app/features/catalog/product-form/images-field.tsx'
import { BasicFields, FormSection, PricingFields } from '#app/features/catalog/product-form/sections.tsx'
import { useProductForm } from '#app/features/catalog/product-form/use-product-form.ts'
import { ownProductsQuery } from '#app/features/catalog/product-queries.ts'
import { listHref } from '#app/features/kit/frame/last-list.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { messageOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import type { Business } from '#contract/sellers/applications.ts'
import { DeleteProduct } from './delete-product.tsx'

/** Page after the form is saved or left, unless another list led here (B146). */
const LIST = '/business/dashboard?tab=products'
const FAILED = 'Failed to save product'

const hrefOf = (id: string) => `/business/products/${id}/edit`

interface SellerFormProps {
  /** Null for a new product. */
  product: ProductForm | null
  business: Pick<Business, 'businessType' | 'businessStatus'>
}

/** A seller's form of one product, new or stored. */
export function SellerForm({ product, business }: SellerFormProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const [isAsking, setAsking] = useState(false)
  const [initial] = useState(() => (product ? valuesOf(product) : { ...emptyValues(), businessType: business.businessType }))
  const [back] = useState(() => listHref('products', LIST))
  const title = product ? 'Edit Product' : 'Add New Product'
  usePageTitle(product && `${product.name} | Products`)
  const leave = async (to = product ? back : LIST) => {
    void refreshTabs(client)
    await navigate(to)
  }
  const form = useProductForm({
    opened: product,
    initial,
    rules: SELLER_RULES,
    failed: (failure) => messageOf(failure, FAILED),
    saved: product ? 'Product updated successfully' : 'Product created successfully',
    onSaved: (saved, stays) => {
      if (!stays) void leave()
      else if (product) void refreshTabs(client)
      else void leave(hrefOf(saved.id))
    },
  })
  const { section } = form
  return (
    <>
      <Link to={back} className="back-link">
        Back to Products
      </Link>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          {product && <p className="text-ink-2">{title}</p>}
          <h1>
            <bdi>{product?.name ?? title}</bdi>
          </h1>
        </div>
        {product && (
          <button type="button" className="button hollow danger small" onClick={() => setAsking(true)}>
            Delete Product
          </button>
        )}
      </div>
      {business.businessStatus !== 'approved' && (
        <p className="notice bad mt-4">
          {business.businessStatus === 'pending' ? 'Your business is waiting for approval.' : 'Your business is not approved to sell.'}
        </p>
      )}
      <FormFrame form={form} title={title} product={product} back={back} read={(query) => ownProductsQuery(token, query)} hrefOf={hrefOf}>
        <FormSection id="basic" title="Basic Information">
          <BasicFields {...section} businessType={business.businessType} />
        </FormSection>
        <FormSection id="pricing" title="Pricing & Inventory">
          <PricingFields {...section} />
        </FormSection>
        <FormSection id="features" title="Product Features" isExtra text="What it can do, one per row. Lists show the first three.">
          <FeaturesField {...section} />
        </FormSection>
        <FormSection
          id="images"
          title="Product Images"
          isExtra
          text="The first image is shown in lists. Without an image, the shop shows a drawing."
        >
          <ImagesField {...section} />
        </FormSection>
      </FormFrame>
      {isAsking && product && (
        <DeleteProduct
          product={product}
          onClose={() => setAsking(false)}
          onDeleted={() => {
            form.release()
            setAsking(false)
            setTimeout(() => void leave()) // once the guard knows that nothing is lost
          }}
        />
      )}
    </>
  )
}
