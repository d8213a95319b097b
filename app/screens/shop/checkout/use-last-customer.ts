import { useQuery } from '@tanstack/react-query'
import { orderQuery, ownOrdersQuery } from '#app/features/orders/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import type { Order } from '#contract/orders/orders.ts'

/** The customer form of the last order, read only on demand; null until it is read, and where there is none. */
export function useLastCustomer(isWanted: boolean): { customer: Order['customer'] | null; isReading: boolean } {
  const token = useToken((state) => state.token)
  const newest = useQuery({ ...queryOf(ownOrdersQuery(token, 1, { limit: 1 })), enabled: isWanted })
  const id = newest.data?.items[0]?.id
  const order = useQuery({ ...queryOf(orderQuery(token, id ?? '')), enabled: isWanted && id !== undefined })
  return { customer: order.data?.customer ?? null, isReading: newest.isLoading || order.isLoading }
}
