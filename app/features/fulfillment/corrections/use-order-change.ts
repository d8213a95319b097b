import { useQueryClient } from '@tanstack/react-query'
import { adminOrderQuery, ordersKey } from '#app/features/orders/queries.ts'
import { isApiError } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Makes a change of an order by staff known to every screen: its answer, or after a refusal the order as it is now. */
export function useOrderChange() {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ordersKey(token) })
    void client.invalidateQueries({ queryKey: officeKey(token) })
  }
  return async (call: () => Promise<Order>): Promise<Order> => {
    try {
      const order = await call()
      client.setQueryData(adminOrderQuery(token, order.id).queryKey, order)
      refresh()
      return order
    } catch (failure) {
      if (isApiError(failure) && failure.status === 409) refresh()
      throw failure
    }
  }
}
