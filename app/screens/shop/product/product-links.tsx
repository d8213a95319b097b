import { Link } from 'react-router'
import type { Product } from '#contract/catalog/products.ts'
import { MACHINE_CATEGORIES } from '#domain/product.ts'

/** The form for a question about a product. */
export const questionPath = ({ slug }: Pick<Product, 'slug'>) => `/contact?product=${slug}`

/** Ways to more about a product: its data sheet, if it is a machine, and somebody to ask. */
export function ProductLinks({ product }: { product: Product }) {
  return (
    <p className="no-print flex flex-wrap gap-x-6">
      {MACHINE_CATEGORIES.includes(product.baseCategory) && (
        <Link className="flex items-center min-h-11" to={`/resources/technical-documentation/${product.slug}`}>
          Data sheet
        </Link>
      )}
      <Link className="flex items-center min-h-11" to={questionPath(product)}>
        Ask a question
      </Link>
    </p>
  )
}
