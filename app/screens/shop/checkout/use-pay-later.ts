import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import type { Cart } from '#contract/cart/cart.ts'

/** Eligibility of this cart for Pay Later; `reason` null: eligible, as far as is known. Placing the order checks again. */
export interface PayLater {
  isKnown: boolean
  reason: string | null
  /** Note for a buyer who is new to the shop; null for none. */
  note: string | null
}

/** Asks whether the buyer may pay later. */
export function usePayLater({ currency, totals }: Cart): PayLater {
  const token = useToken((state) => state.token)
  const { data, isPending, isError } = useQuery({
    // another total may be beyond the limit; not of the cart, whose changes end its reads
    queryKey: ['pay-later', token, currency, totals.total],
    queryFn: ({ signal }) => api.checkout.payLater({ query: { currency }, signal }),
    enabled: token !== null,
    staleTime: 0,
    placeholderData: keepPreviousData, // another total takes no button away while it is asked for
  })
  return { isKnown: isError || !isPending, reason: data?.reason ?? null, note: data?.note ?? null }
}
