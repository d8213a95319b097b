import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { ownProfileQuery } from '#app/features/applications/queries.ts'
import { RecordStatusWord } from '#app/features/applications/standing.tsx'
import { productFormQuery } from '#app/features/product-form/queries.ts'
import { figure, instant, money } from '#app/lib/format.ts'
import { queryOf } from '#app/lib/load.ts'
import { useToken } from '#app/lib/token.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { ProductForm } from '#contract/product-edits.ts'
import { LOW_STOCK, MEDIUM_STOCK } from '#domain/stock.ts'
import { LoadingProduct, ProductMissing } from './product/product-missing.tsx'

export const meta = () => [{ title: 'Product | Reflute' }, { name: 'robots', content: 'noindex' }]

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
  return (
    <>
      <Link to={LIST} className="back-link no-print">
        Back
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{product.name}</h1>
        <p className="no-print flex flex-wrap gap-3">
          <PublicPage product={product} />
          <Link to={`/business/products/${product.id}/edit`} className="button small">
            Edit Product
          </Link>
        </p>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1">
        <RecordStatusWord status={product.status} />
        <span>Featured: {product.featured ? 'Yes' : 'No'}</span>
        <span className="text-ink-2">{product.category.replaceAll('-', ' ')}</span>
      </p>
      {product.stock < LOW_STOCK && <LowStock product={product} />}
      <div className="product-sheet">
        <div>
          <Part id="images" title="Images">
            <Images product={product} />
          </Part>
          <Part id="description" title="Description">
            <p className="max-w-text font-medium">{product.description || 'No short description'}</p>
            <p className="mt-3 max-w-text whitespace-pre-line">{product.fullDescription || 'No full description'}</p>
          </Part>
          <Part id="features" title="Features">
            {product.features.length === 0 ? (
              <p className="text-ink-2">No features listed</p>
            ) : (
              <ul className="list-disc pl-5">
                {product.features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            )}
          </Part>
          <Part id="specifications" title="Specifications">
            <Pairs rows={product.specifications} none="No specifications listed" />
          </Part>
        </div>
        <div>
          <Part id="price" title="Pricing & Inventory">
            <Pairs
              rows={[
                { name: 'Price USD', value: money(product.priceUSD, 'USD') },
                { name: 'Price EUR', value: money(product.priceEUR, 'EUR') },
                { name: 'Stock', value: `${figure(product.stock)} units` },
              ]}
            />
          </Part>
          <Part id="sustainability" title="Sustainability">
            <Pairs
              rows={[
                { name: 'Energy efficiency', value: product.sustainabilityMetrics.energyEfficiency || 'Not given' },
                { name: 'Material savings', value: product.sustainabilityMetrics.materialSavings || 'Not given' },
                { name: 'Carbon reduction', value: product.sustainabilityMetrics.carbonReduction || 'Not given' },
              ]}
            />
          </Part>
          <Part id="delivery" title="Delivery">
            <Pairs
              rows={[
                { name: 'Ships as', value: product.shippingClass === 'freight' ? 'Freight' : 'Parcel' },
                { name: 'Lead time', value: product.leadTimeDays ? `${product.leadTimeDays} business days` : 'From stock' },
              ]}
            />
          </Part>
          <Part id="dates" title="Dates">
            <Pairs
              rows={[
                { name: 'Created', value: instant(product.createdAt) },
                { name: 'Updated', value: instant(product.updatedAt) },
              ]}
            />
          </Part>
        </div>
      </div>
    </>
  )
}

/** The way to the shop's page; where there is none, why (D283). */
function PublicPage({ product }: { product: ProductForm }) {
  const token = useToken((state) => state.token)
  const { data: business } = useQuery(queryOf(ownProfileQuery(token)))
  const reason = hiddenBecause(product, business?.businessStatus === 'approved' && business.status === 'Active')
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
  if (status === 'Suspended') return 'Suspended: customers do not see it'
  if (status !== 'Active') return 'Inactive: customers do not see it'
  return maySell ? null : 'Your business is not approved to sell'
}

function LowStock({ product }: { product: ProductForm }) {
  return (
    <div className="notice bad mt-4">
      <p className="font-bold">Low Stock Alert</p>
      <p>
        Only {figure(product.stock)} units left. Restock to {MEDIUM_STOCK} or more units.
      </p>
    </div>
  )
}

function Images({ product }: { product: ProductForm }) {
  if (product.images.length === 0) return <p className="text-ink-2">No images uploaded</p>
  return (
    <ul className="sheet-images">
      {product.images.map(({ url, alt }, at) => (
        <li key={url}>
          <Picture
            src={url}
            alt={alt || `${product.name}, image ${at + 1}`}
            sizes="(width < 40rem) 50vw, 240px"
            width={800}
            height={600}
            loading="lazy"
          />
        </li>
      ))}
    </ul>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="sheet-part">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Pairs({ rows, none = '' }: { rows: readonly { name: string; value: string }[]; none?: string }) {
  if (rows.length === 0) return <p className="text-ink-2">{none}</p>
  return (
    <dl className="pairs">
      {rows.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
