import { count, figure } from '#app/lib/format.ts'
import { Link } from '#app/ui/link.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { PublicBusiness } from '#contract/sellers/businesses.ts'

/** Formats a place, "Duluth, Minnesota, United States"; '' when the business gave none. */
export function placeOf({ city, country }: Pick<PublicBusiness, 'city' | 'country'>): string {
  return [city, country].filter(Boolean).join(', ')
}

/** A producer with its place, description and products (S95). */
export function ProducerCard({ producer }: { producer: PublicBusiness }) {
  const { id, slug, name, logo, description, materialCount, machineCount } = producer
  const place = placeOf(producer)
  return (
    <article className="grid row-span-5 grid-rows-subgrid gap-y-1.5 px-5.5 pt-5 border-[1.5px] border-line rounded-box bg-surface">
      {logo && <Picture className="size-24 object-contain" sizes="96px" src={logo} alt="" width={96} height={96} loading="lazy" />}
      <h2 className="row-start-2 text-lg">
        <Link to={`/producers/${slug}`} prefetch="intent" className="block py-2.5 -mt-2 -mb-1.5 text-inherit decoration-line-strong">
          <bdi>{name}</bdi>
        </Link>
      </h2>
      {place && (
        <p className="row-start-3 text-sm text-ink-2">
          <bdi>{place}</bdi>
        </p>
      )}
      <p dir="auto" className="row-start-4 pt-1.5 pb-3">
        {description}
      </p>
      <p className="producer-card-links row-start-5 self-end">
        {materialCount > 0 && (
          <Link to={`/materials?businessId=${id}`}>
            {count(materialCount, 'material')}
            <span className="visually-hidden">
              {' '}
              of <bdi>{name}</bdi>
            </span>
          </Link>
        )}
        {machineCount > 0 && (
          <Link to={`/products?businessId=${id}`}>
            Equipment ({figure(machineCount)})
            <span className="visually-hidden">
              {' '}
              of <bdi>{name}</bdi>
            </span>
          </Link>
        )}
        {materialCount + machineCount === 0 && <span className="text-ink-2">No products for sale right now</span>}
      </p>
    </article>
  )
}
