import { isRouteErrorResponse } from 'react-router'
import { productQuery, relatedQuery, shopFactsQuery } from '#app/features/products/queries.ts'
import { unbroken } from '#app/features/products/unbroken.ts'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/load.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { truncateAtWord } from '#domain/text.ts'
import type { Route } from './+types/product'
import { Badges } from './product/badges.tsx'
import { Breadcrumb } from './product/breadcrumb.tsx'
import { BuyBox } from './product/buy-box.tsx'
import { Gallery } from './product/gallery.tsx'
import { KeyFacts } from './product/key-facts.tsx'
import { ProductFailed, ProductNotFound } from './product/not-shown.tsx'
import { RelatedProducts } from './product/related-products.tsx'
import { Sections } from './product/sections.tsx'
import { SoldBy } from './product/sold-by.tsx'
import { structuredData } from './product/structured-data.ts'

const RELATED = 4
const DESCRIPTION_MAX = 160

async function read({ params, load }: Reading) {
  const [product, shop] = await Promise.all([load(productQuery(params.slug ?? '')), orNull(load(shopFactsQuery))])
  const related = await orNull(load(relatedQuery(product.category)))
  return { product, shop, related: (related?.items ?? []).filter(({ id }) => id !== product.id).slice(0, RELATED) }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) {
    return pageMeta({ title: 'Product Not Found', description: 'There is no product at this address.', isPrivate: true })
  }
  const { product } = loaderData
  return pageMeta({
    title: product.name,
    description: truncateAtWord(product.description || product.fullDescription, DESCRIPTION_MAX),
    canonical: `/products/${product.slug}`,
    ...(product.images[0] && { image: product.images[0] }),
    structuredData: structuredData(product),
  })
}

export default function ProductScreen({ loaderData: { product, shop, related } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-4">
      <Breadcrumb product={product} />
      <div className="product-head">
        <Gallery key={product.id} product={product} />
        <div className="product-summary">
          <h1>{unbroken(product.name)}</h1>
          <p className="max-w-lead text-lg text-ink-2">{product.description}</p>
          <SoldBy product={product} />
          <Badges product={product} shop={shop} />
          <KeyFacts product={product} />
          <BuyBox key={product.id} product={product} shop={shop} />
        </div>
      </div>
      <Sections product={product} />
      <RelatedProducts products={related} label={product.categoryLabel} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <ProductNotFound /> : <ProductFailed />
}
