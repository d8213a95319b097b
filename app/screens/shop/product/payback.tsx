import { Link } from '#app/ui/link.tsx'
import type { Product } from '#contract/catalog/products.ts'

/** The way from a machine to what it would save. */
export function Payback({ product: { slug, name } }: { product: Product }) {
  return (
    <p className="no-print">
      How soon does the <bdi>{name}</bdi> pay for itself? <Link to={`/impact-calculator?machine=${slug}`}>Calculate savings</Link>
    </p>
  )
}
