import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#app/features/kit/session/guard.tsx'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import type { Order } from '#contract/orders/orders.ts'
import { OrderMissing } from './order-missing.tsx'
import { orderQuery } from './queries.ts'

/** Reads one of the user's own orders, by id or number, and shows it; until then that it loads, or why there is none. */
export function LoadOrder({ id, children }: { id: string; children: (order: Order) => ReactNode }) {
  const token = useToken((state) => state.token)
  const order = useQuery(queryOf(orderQuery(token, id)))
  if (order.data) return children(order.data)
  return order.isError ? <OrderMissing error={order.error} onRetry={() => void order.refetch()} /> : <Loading />
}
