import { isRouteErrorResponse } from 'react-router'
import { Breadcrumb } from '#app/features/catalog/products/breadcrumb.tsx'
import { listOf } from '#app/features/catalog/products/list-of.ts'
import { RequestLink } from '#app/features/quotes/request-link.tsx'
import { browserLoader, serverLoader } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { failedMeta, pageMeta } from '#app/lib/meta.ts'
import { unbroken } from '#app/lib/unbroken.ts'
import { later } from '#app/ui/later.tsx'
import type { Route } from './+types/product'
import { Badges } from './product/badges.tsx'
import { BuyBar } from './product/buy-bar.tsx'
import { BuyBox } from './product/buy-box.tsx'
import { FitsLine } from './product/fits-line.tsx'
import { Gallery } from './product/gallery.tsx'
import { KeyFacts } from './product/key-facts.tsx'
import { ProductFailed, ProductNotFound } from './product/not-shown.tsx'
import { Payback } from './product/payback.tsx'
import { ProductLinks } from './product/product-links.tsx'
import { readProduct } from './product/read-product.ts'
import { RecallNotice } from './product/recall-notice.tsx'
import { RelatedProducts } from './product/related-products.tsx'
import { SoldBy } from './product/sold-by.tsx'
import { structuredData } from './product/structured-data.ts'

const Sections = later(async () => (await import('./product/sections.tsx')).Sections)

export const loader = serverLoader(readProduct)
export const clientLoader = browserLoader(readProduct, Sections.load)

export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  if (!loaderData) return failedMeta(error, { title: 'Product Not Found', description: "There's no product at this address." })
  const { product } = loaderData
  return pageMeta({
    title: product.name,
    description: product.description || product.fullDescription || product.name,
    canonical: `/products/${product.slug}`,
    ...(product.images[0] && { image: product.images[0] }),
    structuredData: import.meta.env.SSR && structuredData(product),
  })
}

export default function ProductScreen({ loaderData: { product, related, fitting } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-4">
      <Breadcrumb places={[listOf(product)]} here={product.name} />
      <RecallNotice product={product} />
      <div className="product-top">
        <Gallery key={product.id} product={product} />
        <div className="product-buy grid content-start gap-3.5 min-w-0">
          <h1>
            <bdi>{unbroken(product.name)}</bdi>
          </h1>
          <p dir="auto" className="max-w-lead text-lg text-ink-2">
            {product.description}
          </p>
          <FitsLine product={product} />
          <SoldBy product={product} />
          {!product.recall && <Badges product={product} />}
          {!product.recall && <BuyBox key={product.id} product={product} />}
          {!product.recall && product.type === 'machine' && (
            <p className="no-print text-sm">
              Freight, installation, payment in parts?{' '}
              <RequestLink products={[{ slug: product.slug, quantity: product.minQuantity }]}>Ask for an offer</RequestLink>
            </p>
          )}
        </div>
        <div className="product-facts grid content-start gap-3.5 min-w-0">
          <KeyFacts product={product} />
          {product.hasImpactModel && <Payback product={product} />}
          <ProductLinks product={product} />
        </div>
      </div>
      <Sections product={product} />
      <RelatedProducts
        products={fitting.items}
        title={`Parts and accessories (${figure(fitting.total)})`}
        {...(fitting.total > fitting.items.length && { all: `/products?fits=${product.slug}` })}
      />
      <RelatedProducts products={related} title={`More ${product.categoryLabel}`} />
      <BuyBar key={product.id} product={product} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <ProductNotFound /> : <ProductFailed />
}
