import { Link } from 'react-router'
import { count } from '#app/lib/format.ts'
import type { PublicBusiness } from '#contract/sellers/businesses.ts'

/** Some of those who sell here, with the way to what they offer. */
export function ProducersRow({ producers }: { producers: readonly PublicBusiness[] }) {
  if (producers.length === 0) return null
  return (
    <section aria-labelledby="producers" className="mt-14">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="producers">From the people who make it</h2>
        <Link to="/producers" className="flex min-h-11 items-end">
          All producers
        </Link>
      </div>
      <ul className="frame grid grid-cols-4 max-lg:grid-cols-[1fr_1fr] max-sm:grid-cols-1">
        {producers.map(({ id, name, city, country, machineCount, materialCount }) => (
          <li
            key={id}
            className="grid row-span-3 grid-rows-subgrid gap-0.5 px-5.5 py-4.5 not-first:fold-l max-lg:odd:border-l-0 max-lg:nth-[n+3]:fold-t max-sm:py-3 max-sm:not-first:border-l-0 max-sm:not-first:fold-t"
          >
            <h3>
              <Link className="block py-2.5" to={machineCount > 0 ? `/products?businessId=${id}` : `/materials?businessId=${id}`}>
                <bdi>{name}</bdi>
              </Link>
            </h3>
            <p className="text-sm text-ink-2">{[city, country].filter(Boolean).join(', ')}</p>
            <p className="text-sm">
              {[
                machineCount > 0 && count(machineCount, 'item of equipment', 'items of equipment'),
                materialCount > 0 && count(materialCount, 'material'),
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
