import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readCartAnew } from '#app/features/cart/queries.ts'
import { api } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import type { Order } from '#contract/orders/orders.ts'
import { awaitsCard } from '#domain/order.ts'
import { orderQuery, ordersKey } from './queries.ts'

const EVERY_MS = 3000
/** Parameters that the payment service adds to the return address. */
const BROUGHT = ['payment_intent', 'payment_intent_client_secret', 'redirect_status']

/** Says whether a card order waits for its payment. */
export const isWaiting = (order: Order) => order.status === 'pending' && awaitsCard(order)

/** Follows the payment of an order that waits for it, and takes what a bank's page has brought out of the address. */
export function useFollowPayment(order: Order, key: string): void {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const waits = isWaiting(order)
  const [isBack] = useState(() => BROUGHT.some((one) => search.has(one))) // the card of a milestone may be charged before its event comes
  const asked = useQuery({
    queryKey: [...ordersKey(token), 'payment', order.id],
    queryFn: () => api.cardPayments.check({ params: { id: order.id } }),
    enabled: waits || isBack,
    refetchInterval: waits && EVERY_MS,
    staleTime: 0,
    retry: false,
  })
  const now = asked.data
  useEffect(() => {
    if (!now || now.version <= order.version) return
    const { queryKey } = orderQuery(token, key)
    void client.cancelQueries({ queryKey }) // what is being read is older
    client.setQueryData(queryKey, now)
  }, [now, order.version, client, token, key])
  // the shop has removed the bought items from the cart together with the payment, whichever answer shows it first
  const isSettled = order.paymentMethod === 'card' && !waits
  useEffect(() => {
    if (isSettled) void readCartAnew()
  }, [isSettled, order.id])
  useEffect(() => {
    if (!BROUGHT.some((name) => search.has(name))) return
    setSearch(
      (before) => {
        for (const name of BROUGHT) before.delete(name)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }, [search, setSearch])
}
