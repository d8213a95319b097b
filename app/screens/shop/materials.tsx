import { MATERIALS } from '#app/features/catalog/products/catalog.ts'
import { listMeta } from '#app/features/catalog/products/list-meta.ts'
import { loadList, whole } from '#app/features/catalog/products/load-list.ts'
import { ProductList } from '#app/features/catalog/products/product-list.tsx'
import { deferredLoader, type Reading, serverLoader } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import type { RouteHandle } from '#contract/route-handle.ts'
import type { Route } from './+types/materials'

const read = (reading: Reading) => loadList(reading, 'material')

export const handle: RouteHandle = { changesWith: ['products'] }
export const loader = serverLoader(async (reading) => whole(await read(reading)))
export const clientLoader = deferredLoader(read)

/** /packaging is the same list; search engines keep /materials. */
export const meta: Route.MetaFunction = ({ loaderData, location }) =>
  listMeta(loaderData?.loaded, location, {
    type: 'material',
    to: '/materials',
    label: 'Materials',
    titleOf: (category) => (category ? `${category} from used cardboard` : 'Packaging materials'),
    description: 'Packing mats, rolls and chips made from used cardboard, sold by the producers who cut them.',
  })

export default function Materials({ loaderData }: Route.ComponentProps) {
  const { loaded } = loaderData
  return (
    <div className="wrap pt-7">
      <header className="mb-6 md:grid md:grid-cols-[1fr_300px] md:items-center md:border-2 md:border-ink md:bg-surface">
        <div className="md:px-11 md:py-6">
          <h1>Materials</h1>
          <p className="mt-3 max-w-lead text-lg text-ink-2">
            Mats, rolls and chips cut from used boxes. They cushion like bubble wrap and foam, and can be recycled with paper afterward.
          </p>
        </div>
        <img className="hidden md:block md:w-full md:fold-l" src="/drawings/scenes/mat-stack.svg" width={800} height={600} alt="" />
      </header>
      <ProductList catalog={MATERIALS} loaded={loaded} countText={(total) => `${count(total, 'material')} found`} />
    </div>
  )
}
