import { EQUIPMENT } from '#app/features/catalog/products/catalog.ts'
import { listMeta } from '#app/features/catalog/products/list-meta.ts'
import { loadList, whole } from '#app/features/catalog/products/load-list.ts'
import { ProductList } from '#app/features/catalog/products/product-list.tsx'
import { deferredLoader, type Reading, serverLoader } from '#app/lib/api.ts'
import { count, figure } from '#app/lib/format.ts'
import { Deferred } from '#app/ui/deferred.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'
import type { Route } from './+types/products'

const read = (reading: Reading) => loadList(reading, 'machine')

export const handle: RouteHandle = { changesWith: ['products'] }
export const loader = serverLoader(async (reading) => whole(await read(reading)))
export const clientLoader = deferredLoader(read)

export const meta: Route.MetaFunction = ({ loaderData, location }) =>
  listMeta(loaderData?.loaded, location, {
    type: 'machine',
    to: '/products',
    label: 'Products',
    titleOf: (category) => category ?? 'Equipment',
    description: 'Mat makers and chip makers that turn used cardboard into packing material, with their accessories and replacement parts.',
  })

export default function Products({ loaderData }: Route.ComponentProps) {
  const { loaded } = loaderData
  return (
    <div className="wrap pt-8">
      <header className="grid gap-2 mb-6">
        <h1>
          Available Equipment{' '}
          <Deferred value={loaded}>{(now) => now?.list && <span className="text-ink-3">({figure(now.list.total)})</span>}</Deferred>
        </h1>
        <p className="max-w-lead text-ink-2">
          Machines that turn used cardboard into packing material, and everything that keeps them running.
        </p>
      </header>
      <ProductList catalog={EQUIPMENT} loaded={loaded} countText={(total) => count(total, 'product')} />
    </div>
  )
}
