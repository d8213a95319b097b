import { Link } from 'react-router'
import type { Product } from '#contract/products.ts'

/** The list that the product stands in: Materials, or Products for everything else (D53). */
export function listOf({ type }: Pick<Product, 'type'>): { to: string; label: string } {
  return type === 'material' ? { to: '/materials', label: 'Materials' } : { to: '/products', label: 'Products' }
}

/** Home / Products / product name (S101). */
export function Breadcrumb({ product }: { product: Product }) {
  const list = listOf(product)
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb no-print">
      <ol>
        <li>
          <Link to="/">Home</Link>
        </li>
        <li>
          <Link to={list.to}>{list.label}</Link>
        </li>
        <li aria-current="page">{product.name}</li>
      </ol>
    </nav>
  )
}
