import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ProductSheet } from '#app/features/catalog/product-form/product-sheet.tsx'
import { productFormQuery } from '#app/features/catalog/product-form/queries.ts'
import { listHref } from '#app/features/kit/frame/last-list.ts'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { StatusBadge } from '#app/features/sellers/applications/status-badge.tsx'
import { ownProfileQuery } from '#app/features/sellers/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { LoadingProduct, ProductMissing } from './product/product-missing.tsx'

export const meta = () => [{ title: `Product | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

const LIST = '/business/dashboard?tab=products'

export default function ViewProductScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  const product = useQuery(queryOf(productFormQuery(token, id)))
  if (product.data) return <ProductPage product={product.data} />
  if (product.isError) return <ProductMissing error={product.error} onAgain={() => void product.refetch()} />
  return <LoadingProduct title="Product" />
}

function ProductPage({ product }: { product: ProductForm }) {
  const [back] = useState(() => listHref('products', LIST))
  usePageTitle(`${product.name} | Products`)
  return (
    <>
      <Link to={back} className="back-link no-print">
        Back
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>
          <bdi>{product.name}</bdi>
        </h1>
        <p className="no-print flex flex-wrap gap-3">
          <PublicPage product={product} />
          <Link to={`/business/products/${product.id}/edit`} className="button small">
            Edit Product
          </Link>
        </p>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1">
        <StatusBadge status={product.status} />
        <span>Featured: {product.featured ? 'Yes' : 'No'}</span>
        <span className="text-ink-2">{product.category.replaceAll('-', ' ')}</span>
      </p>
      {product.stock < getShop().stock.low && <LowStock product={product} />}
      <ProductSheet product={product} />
    </>
  )
}

/** The way to the shop's page; where there is none, why. */
function PublicPage({ product }: { product: ProductForm }) {
  const token = useToken((state) => state.token)
  const { data: business } = useQuery(queryOf(ownProfileQuery(token)))
  const maySell = !business || (business.businessStatus === 'approved' && business.status === 'Active')
  const reason = hiddenBecause(product, maySell)
  if (reason === null) {
    return (
      <Link to={`/products/${product.slug}`} className="button hollow small">
        View Public Page
      </Link>
    )
  }
  return (
    <>
      <span id="no-public-page" className="self-center text-sm text-ink-2">
        {reason}
      </span>
      <button type="button" className="button hollow small" disabled aria-describedby="no-public-page">
        View Public Page
      </button>
    </>
  )
}

function hiddenBecause({ status }: ProductForm, maySell: boolean): string | null {
  if (status === 'Suspended') return 'Suspended: hidden from customers'
  if (status !== 'Active') return 'Inactive: hidden from customers'
  return maySell ? null : 'Your business is not approved to sell'
}

function LowStock({ product }: { product: ProductForm }) {
  return (
    <div className="notice bad mt-4">
      <p className="font-bold">Low Stock Alert</p>
      <p>
        Only {figure(product.stock)} units left. Restock to {getShop().stock.restock} or more units.
      </p>
    </div>
  )
}
