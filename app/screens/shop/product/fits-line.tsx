import { Link } from '#app/ui/link.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { fittedNames, namesIn } from '#domain/fits.ts'

/** Products that a part or an accessory fits: those of the shop as links, other names as they are. */
export function FitsLine({ product: { fits, specificationRows } }: { product: Product }) {
  const linked = new Set(fits.flatMap(({ name }) => namesIn(name.toLowerCase())))
  const others = fittedNames(specificationRows).filter((name) => !linked.has(name.toLowerCase()))
  if (fits.length === 0) return null
  return (
    <p>
      Fits{' '}
      {fits.map(({ id, slug, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={`/products/${slug}`}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
      {others.map((name) => `, ${name}`)}
    </p>
  )
}
