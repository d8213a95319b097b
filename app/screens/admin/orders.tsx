import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { BulkMoves } from '#app/features/fulfillment/transitions/bulk-moves.tsx'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { OrdersGrid } from '#app/features/orders/orders-grid.tsx'
import { businessDetailsQuery } from '#app/features/sellers/applications/queries.ts'
import { queryOf } from '#app/lib/load.ts'
import { useToken } from '#app/lib/token.ts'
import type { AdminOrderSummary } from '#contract/orders/orders.ts'

export const meta = () => [{ title: 'Orders | Reflute' }, { name: 'robots', content: 'noindex' }]

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const bulkMoves = (selection: GridSelection<AdminOrderSummary>) => <BulkMoves selection={selection} />

export default function OrdersScreen() {
  const [params] = useSearchParams()
  const asked = params.get('businessId') ?? ''
  const businessId = UUID.test(asked) ? asked : undefined
  return (
    <>
      <h1>Orders</h1>
      {businessId && <OfBusiness id={businessId} />}
      <OrdersGrid key={businessId} businessId={businessId} actions={bulkMoves} />
    </>
  )
}

/** Says that only the orders of one business are shown, with the way back to all. */
function OfBusiness({ id }: { id: string }) {
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(businessDetailsQuery(token, id)))
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-6">
      Only orders with products of {data?.business.name ?? 'one business'}
      <Link to="/admin/orders" className="py-2.5">
        All orders
      </Link>
    </p>
  )
}
