import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { namedProductQuery } from '#app/features/catalog/staff-products/queries.ts'
import { sellersQuery } from '#app/features/catalog/staff-products/sellers.ts'
import { messageOf, queryOf } from '#app/lib/api.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { isApiError } from '#contract/errors.ts'
import { StaffForm } from './product/staff-form.tsx'
import { StaffView } from './product/staff-view.tsx'

export const meta = () => [{ title: `Edit Product | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

/** One product, named by id or slug; `?mode=view` only shows it. */
export default function EditProductScreen() {
  const { idOrSlug = '' } = useParams()
  const [params] = useSearchParams()
  const token = useToken((state) => state.token)
  const sellers = useQuery(queryOf(sellersQuery(token)))
  const [named, setNamed] = useState(idOrSlug)
  const product = useQuery(queryOf(namedProductQuery(token, named)))
  // another product; not the same one by its slug of today, whose form stays open with what was typed
  if (named !== idOrSlug && idOrSlug !== product.data?.slug) setNamed(idOrSlug)
  useCanonicalAddress(idOrSlug, product.data)
  if (product.isError && !product.data) return <Missing error={product.error} onAgain={() => void product.refetch()} />
  // a form opens on what is stored now, never on what this tab read before
  if (!product.data || !product.isFetchedAfterMount) return <LoadingProduct />
  const { id, businessId, businessName, businessType, status } = product.data
  if (params.get('mode') === 'view' || status === 'Deleted') return <StaffView product={product.data} />
  return (
    <StaffForm key={id} product={product.data} seller={{ id: businessId, name: businessName, businessType }} sellers={sellers.data ?? []} />
  )
}

/** The address carries the slug of today, whatever it was called by. */
function useCanonicalAddress(named: string, product: ProductForm | undefined): void {
  const navigate = useNavigate()
  const slug = product?.slug
  useEffect(() => {
    if (slug && slug !== named) void navigate({ pathname: `/admin/products/${slug}/edit`, search: location.search }, { replace: true })
  }, [slug, named, navigate])
}

function LoadingProduct() {
  return (
    <>
      <h1>Edit Product</h1>
      <p role="status" className="py-4 text-ink-2">
        Loading product...
      </p>
      <div className="skeleton h-96" />
    </>
  )
}

function Missing({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const isGone = isApiError(error) && error.status === 404
  return (
    <>
      <h1>Product Not Found</h1>
      <div className="mt-3 mb-5">
        {isGone ? (
          <p className="max-w-text text-ink-2">The product you're looking for doesn't exist or you don't have permission to view it.</p>
        ) : (
          <ReadFailed text={messageOf(error, 'The product could not be loaded.')} isReading={false} onAgain={onAgain} />
        )}
      </div>
      <Link to="/admin/products" className="button">
        Back to Products
      </Link>
    </>
  )
}
