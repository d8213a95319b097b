import { useQuery } from '@tanstack/react-query'
import { api } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import type { Cart } from '#contract/cart/cart.ts'

/** Whether this cart may be paid later; `reason` null: it may, as far as is known. The order itself asks again. */
export interface PayLater {
  isKnown: boolean
  reason: string | null
  /** What a buyer who is new to the shop has to know of it; null where there is nothing to say. */
  note: string | null
}

/** Asks whether the buyer may pay later (D106). */
export function usePayLater({ currency, totals }: Cart): PayLater {
  const token = useToken((state) => state.token)
  const { data, isPending, isError } = useQuery({
    queryKey: ['cart', token, 'pay-later', currency, totals.total], // another total may be beyond the limit
    queryFn: ({ signal }) => api.checkout.payLater({ query: { currency }, signal }),
    enabled: token !== null,
    staleTime: 0,
  })
  return { isKnown: isError || !isPending, reason: data?.reason ?? null, note: data?.note ?? null }
}
