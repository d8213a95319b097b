import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { sellerOrderQuery } from '#app/features/fulfillment/seller-orders/queries.ts'
import { adminOrderQuery, ordersKey } from '#app/features/orders/queries.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { Order } from '#contract/orders/orders.ts'

type Token = string | null

function useChange<Changed extends { id: string }>(
  keyOf: (token: Token, id: string) => QueryKey,
  staleKeys: (token: Token) => readonly QueryKey[],
) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  return async (call: () => Promise<Changed>): Promise<Changed> => {
    try {
      const changed = await call()
      client.setQueryData(keyOf(token, changed.id), changed)
      return changed
    } finally {
      for (const queryKey of staleKeys(token)) void client.invalidateQueries({ queryKey })
    }
  }
}

/** Runs a change of an order by staff: its answer is shown at once, and whatever shows orders is read again, after a refusal too. */
export const useOrderChange = () =>
  useChange<Order>(
    (token, id) => adminOrderQuery(token, id).queryKey,
    (token) => [ordersKey(token), officeKey(token)],
  )

/** Runs a seller's change of a seller order, as `useOrderChange` does. */
export const useSellerOrderChange = () =>
  useChange<SellerOrder>(
    (token, id) => sellerOrderQuery(token, id).queryKey,
    (token) => [officeKey(token)],
  )
