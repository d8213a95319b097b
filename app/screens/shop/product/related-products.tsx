import { useId } from 'react'
import type { Card } from '#app/features/catalog/products/card.ts'
import { PriceNote } from '#app/features/catalog/products/price-note.tsx'
import { ProductCard } from '#app/features/catalog/products/product-card.tsx'
import { Link } from '#app/ui/link.tsx'

/** Related products: those that fit it, or others of its category; `all`: the address of the whole list. */
export function RelatedProducts({ products, title, all }: { products: Card[]; title: string; all?: string }) {
  const id = useId()
  if (products.length === 0) return null
  return (
    <section className="mt-14 no-print" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <PriceNote className="mb-5" />
      <ul className="product-grid">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      {all && (
        <Link className="button hollow mt-5" to={all}>
          Show all
        </Link>
      )}
    </section>
  )
}
