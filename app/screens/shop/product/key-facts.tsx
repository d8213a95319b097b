import { keyFacts } from '#app/features/catalog/products/facts.ts'
import type { Product } from '#contract/catalog/products.ts'

const SHOWN = 4

/** The four key specifications. */
export function KeyFacts({ product }: { product: Product }) {
  const facts = keyFacts(product, SHOWN)
  if (facts.length === 0) return null
  return (
    <dl className="key-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
