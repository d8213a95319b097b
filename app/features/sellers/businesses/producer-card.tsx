import { Link } from 'react-router'
import { count, figure } from '#app/lib/format.ts'
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
    <article className="flex flex-col gap-1.5 h-full px-5.5 pt-5 border-[1.5px] border-line rounded-box bg-surface">
      {logo && <img className="size-24 object-contain" src={logo} alt="" width={96} height={96} loading="lazy" />}
      <h2 className="text-lg">
        <Link
          to={`/producers/${slug}`}
          prefetch="intent"
          className="flex items-center min-h-11 -mt-2 -mb-1.5 text-inherit decoration-line-strong"
        >
          {name}
        </Link>
      </h2>
      {place && <p className="text-sm text-ink-2">{place}</p>}
      <p className="flex-1 pt-1.5 pb-3">{description}</p>
      <p className="producer-card-links">
        {materialCount > 0 && (
          <Link to={`/materials?businessId=${id}`}>
            {count(materialCount, 'material')}
            <span className="visually-hidden"> of {name}</span>
          </Link>
        )}
        {machineCount > 0 && (
          <Link to={`/products?businessId=${id}`}>
            Equipment ({figure(machineCount)})<span className="visually-hidden"> of {name}</span>
          </Link>
        )}
        {materialCount + machineCount === 0 && <span className="text-ink-2">Nothing on sale at the moment</span>}
      </p>
    </article>
  )
}
