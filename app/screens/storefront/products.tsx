import { EQUIPMENT } from '#app/features/products/catalogue.ts'
import { listHref, NO_FILTERS } from '#app/features/products/filters.ts'
import { loadList } from '#app/features/products/load-list.ts'
import { ProductList } from '#app/features/products/product-list.tsx'
import { count } from '#app/lib/format.ts'
import { browserLoader, type Reading, serverLoader } from '#app/lib/load.ts'
import { pageMeta } from '#app/lib/meta.ts'
import type { Route } from './+types/products'

const DESCRIPTION =
  'Mat makers and chip makers that turn used cardboard into packing material, with their accessories and replacement parts.'

const read = (reading: Reading) => loadList(reading, 'machine')

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { category = '', search = '', page = 1 } = loaderData?.filters ?? {}
  const chosen = loaderData?.categories.find(({ value }) => value === category)
  return pageMeta({
    title: chosen?.label ?? 'Equipment',
    description: chosen?.description || DESCRIPTION,
    canonical: listHref('/products', { ...NO_FILTERS, category: chosen?.value ?? '' }, { page }),
    isPrivate: search !== '',
  })
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { list } = loaderData
  return (
    <div className="wrap pt-8">
      <header className="list-header">
        <h1>Available Equipment {list && <span className="heading-count">({list.total})</span>}</h1>
        <p className="max-w-lead text-ink-2">Machines that turn used cardboard into packing material, and what keeps them running.</p>
      </header>
      <ProductList catalogue={EQUIPMENT} loaded={loaderData} countText={(total) => count(total, 'product')} />
    </div>
  )
}
