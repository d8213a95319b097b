import { CompareChoice } from '#app/features/catalog/products/compare-choice.tsx'
import { compareHref } from '#app/features/catalog/products/comparison.ts'
import { useComparison } from '#app/features/catalog/products/use-comparison.ts'
import { count } from '#app/lib/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { MACHINE_CATEGORIES } from '#domain/product.ts'

/** The form for a question about a product. */
export const questionPath = ({ slug }: Pick<Product, 'slug'>) => `/contact?product=${slug}`

/** Ways to more about a product: others to compare it with, its data sheet, if it is a machine, somebody to ask, and a way to report it. */
export function ProductLinks({ product }: { product: Product }) {
  const { chosen } = useComparison()
  return (
    <p className="no-print flex flex-wrap gap-x-6">
      <CompareChoice product={product} className="min-h-11" />
      {chosen.length > 0 && (
        <Link className="flex items-center min-h-11" to={compareHref(chosen.map(({ slug }) => slug))}>
          Compare {count(chosen.length, 'product')}
        </Link>
      )}
      {MACHINE_CATEGORIES.includes(product.baseCategory) && (
        <Link className="flex items-center min-h-11" to={`/resources/technical-documentation/${product.slug}`}>
          Data sheet
        </Link>
      )}
      <Link className="flex items-center min-h-11" to={questionPath(product)}>
        Ask a question
      </Link>
      <Link className="flex items-center min-h-11" rel="nofollow" to={`/report?address=/products/${product.slug}`}>
        Report this product
      </Link>
    </p>
  )
}
