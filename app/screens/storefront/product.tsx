import { isRouteErrorResponse, redirect } from 'react-router'
import { Breadcrumb } from '#app/features/products/breadcrumb.tsx'
import { listOf } from '#app/features/products/list-of.ts'
import { fittingQuery, productQuery, relatedQuery, shopFactsQuery } from '#app/features/products/queries.ts'
import { unbroken } from '#app/features/products/unbroken.ts'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/load.ts'
import { pageMeta } from '#app/lib/meta.ts'
import type { Route } from './+types/product'
import { Badges } from './product/badges.tsx'
import { BuyBox } from './product/buy-box.tsx'
import { Gallery } from './product/gallery.tsx'
import { KeyFacts } from './product/key-facts.tsx'
import { ProductFailed, ProductNotFound } from './product/not-shown.tsx'
import { Payback } from './product/payback.tsx'
import { RelatedProducts } from './product/related-products.tsx'
import { Sections } from './product/sections.tsx'
import { SoldBy } from './product/sold-by.tsx'
import { structuredData } from './product/structured-data.ts'

const RELATED = 4
/** Machines that parts and accessories are made for. */
const FITTED = ['mat-maker', 'chip-maker']

/** A slug that the product no longer has leads to the one that it has now (D52). */
async function read({ params, url, load }: Reading) {
  const [product, shop] = await Promise.all([load(productQuery(params.slug ?? '')), orNull(load(shopFactsQuery))])
  if (product.slug !== params.slug) throw redirect(`/products/${product.slug}${url.search}`, 301)
  const [related, fitting] = await Promise.all([
    orNull(load(relatedQuery(product.category))),
    FITTED.includes(product.category) ? orNull(load(fittingQuery(product.slug))) : null,
  ])
  return {
    product,
    shop,
    related: (related?.items ?? []).filter(({ id }) => id !== product.id).slice(0, RELATED),
    fitting: fitting?.items ?? [],
    /** From when delivery is counted: the same in the page and in the browser that takes it over. */
    asOf: new Date().toISOString(),
  }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) {
    return pageMeta({ title: 'Product Not Found', description: 'There is no product at this address.', isPrivate: true })
  }
  const { product, shop } = loaderData
  return pageMeta({
    title: product.name,
    description: product.description || product.fullDescription || product.name,
    canonical: `/products/${product.slug}`,
    ...(product.images[0] && { image: product.images[0] }),
    structuredData: structuredData(product, shop),
  })
}

export default function ProductScreen({ loaderData: { product, shop, related, fitting, asOf } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-4">
      <Breadcrumb places={[listOf(product)]} here={product.name} />
      <div className="product-head">
        <Gallery key={product.id} product={product} />
        <div className="product-summary">
          <h1>{unbroken(product.name)}</h1>
          <p className="max-w-lead text-lg text-ink-2">{product.description}</p>
          <SoldBy product={product} />
          <Badges product={product} shop={shop} />
          <KeyFacts product={product} />
          <BuyBox key={product.id} product={product} shop={shop} asOf={asOf} />
          {product.hasImpactModel && <Payback product={product} />}
        </div>
      </div>
      <Sections product={product} />
      <RelatedProducts products={fitting} title={`Parts and accessories for the ${unbroken(product.name)}`} />
      <RelatedProducts products={related} title={`More ${product.categoryLabel}`} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <ProductNotFound /> : <ProductFailed />
}
