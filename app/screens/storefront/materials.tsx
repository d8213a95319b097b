import { MATERIALS } from '#app/features/products/catalogue.ts'
import { listHref, NO_FILTERS } from '#app/features/products/filters.ts'
import { loadList } from '#app/features/products/load-list.ts'
import { ProductList } from '#app/features/products/product-list.tsx'
import { count } from '#app/lib/format.ts'
import { browserLoader, type Reading, serverLoader } from '#app/lib/load.ts'
import { pageMeta } from '#app/lib/meta.ts'
import type { Route } from './+types/materials'

const DESCRIPTION = 'Packing mats, rolls and chips made from used cardboard, sold by the producers who cut them.'

const read = (reading: Reading) => loadList(reading, 'material')

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

/** /packaging is the same list; search engines keep /materials. */
export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { category = '', search = '', page = 1 } = loaderData?.filters ?? {}
  const chosen = loaderData?.categories.find(({ value }) => value === category)
  return pageMeta({
    title: chosen ? `${chosen.label} from used cardboard` : 'Packaging materials',
    description: chosen?.description || DESCRIPTION,
    canonical: listHref('/materials', { ...NO_FILTERS, category: chosen?.value ?? '' }, { page }),
    isPrivate: search !== '',
  })
}

export default function Materials({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap pt-7">
      <header className="list-hero">
        <div>
          <h1>Materials</h1>
          <p className="mt-3 max-w-lead text-lg text-ink-2">
            Mats, rolls and chips cut from used boxes. They cushion like bubble wrap and foam, and go into the paper bin afterwards.
          </p>
        </div>
        <img src="/drawings/scenes/mat-stack.svg" width={800} height={600} alt="" />
      </header>
      <ProductList catalogue={MATERIALS} loaded={loaderData} countText={(total) => `${count(total, 'material')} found`} />
    </div>
  )
}
