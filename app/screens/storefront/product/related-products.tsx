import { ProductCard } from '#app/features/products/product-card.tsx'
import type { ProductSummary } from '#contract/products.ts'

/** Other goods of the same category. */
export function RelatedProducts({ products, label }: { products: ProductSummary[]; label: string }) {
  if (products.length === 0) return null
  return (
    <section className="mt-14 no-print" aria-labelledby="related-title">
      <h2 id="related-title" className="mb-5">
        More {label}
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
