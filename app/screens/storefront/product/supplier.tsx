import { Link } from 'react-router'
import { day } from '#app/lib/format.ts'
import type { Product } from '#contract/products.ts'
import { goodsHref } from './sold-by.tsx'

const TYPES = { producer: 'Producer', consumer: 'Consumer' } as const

/** Who sells the product (S113, D56). */
export function Supplier({ product }: { product: Product }) {
  const { name, logo, description, website, businessType, city, country, since } = product.business
  const place = [city, country].filter(Boolean).join(', ')
  return (
    <div className="supplier">
      {logo && <img src={logo} alt="" width={96} height={96} loading="lazy" />}
      <div>
        <h3>{name}</h3>
        <p className="text-ink-2">
          {[TYPES[businessType], place, since && `selling here since ${day(since)}`].filter(Boolean).join(' · ')}
        </p>
        {description && <p className="mt-3 max-w-text">{description}</p>}
        <p className="mt-3 flex flex-wrap gap-x-6">
          <Link to={goodsHref(product)} className="flex min-h-11 items-center">
            All {product.type === 'material' ? 'materials' : 'equipment'} of {name}
          </Link>
          {website && (
            <a href={website} rel="noopener nofollow" className="flex min-h-11 items-center">
              Website of {name}
            </a>
          )}
        </p>
      </div>
    </div>
  )
}
