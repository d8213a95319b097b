import { onTimeText } from '#app/features/sellers/businesses/on-time.ts'
import { placeOf } from '#app/features/sellers/businesses/producer-card.tsx'
import { day } from '#app/lib/format.ts'
import { Link } from '#app/ui/link.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { questionPath } from './product-links.tsx'
import { productsHref } from './sold-by.tsx'

const TYPES = { producer: 'Producer', consumer: 'Consumer' } as const

function Links({ product }: { product: Product }) {
  const { name, slug, website } = product.business
  return (
    <ul className="flex flex-wrap items-center gap-x-6 gap-y-1 mt-2">
      <li>
        <Link className="flex items-center min-h-11 wrap-anywhere" to={`/producers/${slug}`}>
          <span>
            About <bdi>{name}</bdi>
          </span>
        </Link>
      </li>
      <li>
        <Link className="flex items-center min-h-11 wrap-anywhere" to={productsHref(product)}>
          <span>
            All {product.type === 'material' ? 'materials' : 'equipment'} from <bdi>{name}</bdi>
          </span>
        </Link>
      </li>
      {website && (
        <li>
          <a className="flex items-center min-h-11 wrap-anywhere" href={website} rel="noopener nofollow">
            <span>
              Website of <bdi>{name}</bdi>
            </span>
          </a>
        </li>
      )}
      <li>
        <Link className="flex items-center min-h-11 wrap-anywhere" to={questionPath(product)}>
          Ask a question
        </Link>
      </li>
    </ul>
  )
}

/** Seller card of the product (S113). */
export function Supplier({ product }: { product: Product }) {
  const { name, logo, description, businessType, since, onTime } = product.business
  const place = placeOf(product.business)
  return (
    <div className="flex flex-wrap gap-5">
      {logo && <Picture className="size-24 object-contain" sizes="96px" src={logo} alt="" width={96} height={96} loading="lazy" />}
      <div>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p className="text-ink-2">
          {TYPES[businessType]}
          {place && (
            <>
              {' · '}
              <bdi>{place}</bdi>
            </>
          )}
          {since && ` · selling here since ${day(since)}`}
        </p>
        {onTime && <p className="mt-1">{onTimeText(onTime)}.</p>}
        {description && (
          <p dir="auto" className="mt-3 max-w-text">
            {description}
          </p>
        )}
        <Links product={product} />
      </div>
    </div>
  )
}
