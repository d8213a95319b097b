import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useIsHydrated, useSession } from '#app/features/kit/session/use-session.ts'
import { useCurrency } from '#app/lib/currency.ts'
import { useToken } from '#app/lib/token.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { isApiError } from '#contract/errors.ts'
import { readMirror, storeMirror } from './mirror.ts'
import { cartQuery, takeCart } from './queries.ts'

/** The cart of this browser's user, in the chosen currency; until the server has answered, as this browser saw it last. */
export function useCart() {
  const { token, isEnded } = useToken()
  const currency = useCurrency()
  const { status, user } = useSession()
  const userId = user?.id
  const isHydrated = useIsHydrated()
  const cart = useQuery({
    ...cartQuery(token, currency),
    enabled: token !== null && !isEnded,
    placeholderData: (previous, query) => {
      if (token === null || !isHydrated) return undefined
      if (previous && query?.queryKey[1] === token) return previous
      const mirror = readMirror()
      const isOurs = mirror !== null && mirror.cart.currency === currency && (status === 'loading' || mirror.userId === userId)
      return isOurs ? mirror.cart : undefined
    },
  })
  const known = cart.isPlaceholderData ? undefined : cart.data
  useEffect(() => {
    if (userId && known) storeMirror({ userId, cart: known })
  }, [userId, known])
  return cart
}

const CHANGE = ['cart-change']

/** Changes that are wanted but not sent yet, such as the last of several steps of a quantity. */
const useUnsent = create<{ count: number }>(() => ({ count: 0 }))

/** Counts a change that is about to be sent for as long as `isWanted`. */
export function useUnsentChange(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    useUnsent.setState(({ count }) => ({ count: count + 1 }))
    return () => useUnsent.setState(({ count }) => ({ count: count - 1 }))
  }, [isWanted])
}

/** Returns whether the displayed totals are about to change: ordering is disabled meanwhile. */
export function useIsCartChanging(): boolean {
  const unsent = useUnsent((state) => state.count)
  const sent = useIsMutating({ mutationKey: CHANGE })
  return unsent + sent > 0
}

/** A change of the cart: every call answers the whole cart, which replaces what is shown. Changes are sent one after the other. */
export function useCartChange<Input>(change: (input: Input, query: { currency: Cart['currency'] }) => Promise<Cart>) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const currency = useCurrency()
  return useMutation({
    mutationKey: CHANGE,
    scope: { id: 'cart' },
    mutationFn: (input: Input) => change(input, { currency }),
    onMutate: () => client.cancelQueries({ queryKey: ['cart'] }),
    onSuccess: (cart) => takeCart(client, token, cart),
    // a refusal means that the cart has changed: ordered or edited on another device, or products are gone
    onError: (error) => {
      if (isApiError(error) && (error.status === 404 || error.status === 409)) void client.invalidateQueries({ queryKey: ['cart'] })
    },
  })
}
