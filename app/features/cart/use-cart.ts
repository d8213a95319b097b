import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCurrency } from '#app/lib/currency.ts'
import { useToken } from '#app/lib/token.ts'
import type { Cart } from '#contract/cart.ts'
import { cartQuery } from './queries.ts'

/** The cart of this browser's user, in the chosen currency. */
export function useCart() {
  const token = useToken((state) => state.token)
  const currency = useCurrency()
  return useQuery({ ...cartQuery(token, currency), placeholderData: (previous) => previous })
}

/** A change of the cart: every call answers the whole cart, which replaces what is shown. */
export function useCartChange<Input>(change: (input: Input, query: { currency: Cart['currency'] }) => Promise<Cart>) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const currency = useCurrency()
  return useMutation({
    mutationFn: (input: Input) => change(input, { currency }),
    onSuccess: (cart) => {
      client.setQueryData(cartQuery(token, cart.currency).queryKey, cart)
      void client.invalidateQueries({ queryKey: ['cart'], refetchType: 'none' })
    },
  })
}
