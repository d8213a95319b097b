import { useId } from 'react'
import type { Card } from '#app/features/catalog/products/card.ts'
import { ProductCard } from '#app/features/catalog/products/product-card.tsx'

/** Related products: those that fit it, or others of its category. */
export function RelatedProducts({ products, title }: { products: Card[]; title: string }) {
  const id = useId()
  if (products.length === 0) return null
  return (
    <section className="mt-14 no-print" aria-labelledby={id}>
      <h2 id={id} className="mb-5">
        {title}
      </h2>
      <ul className="product-grid">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}
