import { Link } from 'react-router'
import type { Card } from '#app/features/catalog/products/card.ts'
import { EQUIPMENT } from '#app/features/catalog/products/catalog.ts'
import { PriceNote } from '#app/features/catalog/products/price-note.tsx'
import { ProductCard } from '#app/features/catalog/products/product-card.tsx'
import { ListFailed } from '#app/ui/list-messages.tsx'

/**
 * Featured products of the day, with links to all packaging and all equipment (S72); empty when nothing is featured, null when they could
 * not be read.
 */
export function FeaturedProducts({ products }: { products: readonly Card[] | null }) {
  if (products?.length === 0) return null
  return (
    <section aria-labelledby="featured" className="mt-14">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="featured">Featured products</h2>
          <PriceNote />
        </div>
        <p className="flex flex-wrap gap-x-6">
          <Link to="/products" className="flex min-h-11 items-end">
            View equipment
          </Link>
          <Link to="/materials" className="flex min-h-11 items-end">
            View all packaging materials
          </Link>
        </p>
      </div>
      {!products && <ListFailed text={EQUIPMENT.failed} />}
      {products && (
        <ul className="product-grid">
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} isTagged={false} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
