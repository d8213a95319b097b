import { Link } from '#app/ui/link.tsx'
import type { Product } from '#contract/catalog/products.ts'

/** Notice above a recalled product: what is dangerous, and what its buyers should do. */
export function RecallNotice({ product: { recall } }: { product: Product }) {
  if (!recall) return null
  return (
    <section aria-labelledby="recall" className="notice bad mb-5">
      <h2 id="recall" className="text-xl">
        Product safety recall
      </h2>
      <p dir="auto" className="mt-2 max-w-text wrap-anywhere whitespace-pre-line">
        {recall.text}
      </p>
      <p className="mt-2">
        This product is no longer sold. <Link to="/recalls">All recalled products</Link>
      </p>
    </section>
  )
}
