import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { allParcels } from '#app/features/fulfillment/shipping/parcel-api.ts'
import { TrackingImport } from '#app/features/fulfillment/shipping/tracking-import.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { businessDetailsQuery } from '#app/features/sellers/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { isUuid } from '#domain/text.ts'
import { OrdersGrid } from './orders-grid.tsx'

export const meta = () => [{ title: `Orders | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function OrdersScreen() {
  const [params] = useSearchParams()
  const asked = params.get('businessId') ?? ''
  const businessId = isUuid(asked) ? asked : undefined
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Orders</h1>
        <Writers>
          <TrackingImport parcels={allParcels} />
        </Writers>
      </div>
      {businessId && <OfBusiness id={businessId} />}
      <OrdersGrid businessId={businessId} />
    </>
  )
}

/** Notice that only the orders of one business are shown, with a link to all. */
function OfBusiness({ id }: { id: string }) {
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(businessDetailsQuery(token, id)))
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-6">
      <span>
        Only orders with products from <bdi>{data?.business.name ?? 'one business'}</bdi>
      </span>
      <Link to="/admin/orders" className="py-2.5">
        All orders
      </Link>
    </p>
  )
}
