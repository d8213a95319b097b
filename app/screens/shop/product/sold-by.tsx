import { listOf } from '#app/features/catalog/products/list-of.ts'
import { Link } from '#app/ui/link.tsx'
import type { Product } from '#contract/catalog/products.ts'

/** The list of what the product's seller offers of its type; the list of materials has consumers only when asked for. */
export function productsHref(product: Product): string {
  const { to } = listOf(product)
  const seller = product.type === 'material' && product.business.businessType === 'consumer' ? '&businessType=consumer' : ''
  return `${to}?businessId=${product.business.id}${seller}`
}

/** Seller of the product. */
export function SoldBy({ product }: { product: Product }) {
  return (
    <p>
      Sold and shipped by{' '}
      <Link to={`/producers/${product.business.slug}`}>
        <bdi>{product.business.name}</bdi>
      </Link>
      <span className="hidden text-sm text-ink-2 in-data-[law=eu]:block">This seller is a trader</span>
    </p>
  )
}
