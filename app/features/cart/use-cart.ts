import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import { useIsHydrated, useSession } from '#app/features/kit/session/use-session.ts'
import { useCurrency } from '#app/lib/currency.ts'
import { outdate, stopReading } from '#app/lib/reads.ts'
import { useToken } from '#app/lib/token.ts'
import { type Reading, useRead } from '#app/lib/use-read.ts'
import { whenOnline } from '#app/lib/when-online.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { isApiError } from '#contract/errors.ts'
import { readMirror, storeMirror } from './mirror.ts'
import { type Place, placeNow, usePlaceNow } from './place.ts'
import { cartQuery, takeCart } from './queries.ts'

interface ShownCart extends Reading<Cart> {
  /** `data` is of before: of another currency, or as this browser saw it last. */
  isPlaceholderData: boolean
}

/** The cart of this browser's user, in the chosen currency; until the server has answered, as this browser saw it last. */
export function useCart(): ShownCart {
  const { token, isEnded } = useToken()
  const currency = useCurrency()
  const { status, user } = useSession()
  const userId = user?.id
  const isHydrated = useIsHydrated()
  const place = usePlaceNow()
  const cart = useRead({ ...cartQuery(token, currency, place), enabled: token !== null && !isEnded })
  const known = cart.data
  const [seen, setSeen] = useState<{ token: string | null; cart: Cart }>()
  if (known && seen?.cart !== known) setSeen({ token, cart: known })
  useEffect(() => {
    if (userId && known) storeMirror({ userId, cart: known })
  }, [userId, known])

  const mirrored = () => {
    const mirror = readMirror()
    const isOurs = mirror !== null && mirror.cart.currency === currency && (status === 'loading' || mirror.userId === userId)
    return isOurs ? mirror.cart : undefined
  }
  const isWaiting = token !== null && isHydrated && cart.isPending
  const instead = isWaiting ? (seen?.token === token ? seen.cart : mirrored()) : undefined
  return { ...cart, data: known ?? instead, isPlaceholderData: instead !== undefined }
}

/** Changes under way: wanted but not sent yet, such as the last of several steps of a quantity, and not answered yet. */
const useChanges = create<{ count: number }>(() => ({ count: 0 }))
const countChange = (by: 1 | -1) => useChanges.setState(({ count }) => ({ count: count + by }))

/** Counts a change that is about to be sent for as long as `isWanted`. */
export function useUnsentChange(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    countChange(1)
    return () => countChange(-1)
  }, [isWanted])
}

/** Returns whether the displayed totals are about to change: ordering is disabled meanwhile. */
export function useIsCartChanging(): boolean {
  return useChanges(({ count }) => count > 0)
}

let previousChange: Promise<unknown> = Promise.resolve()

/** Sends a change of the cart after those before it, as soon as there is a network. What is being read meanwhile is older, and dropped. */
async function sendChange(token: string | null, change: () => Promise<Cart>): Promise<Cart> {
  const turn = previousChange
  const sending = (async () => {
    await turn
    await whenOnline()
    const wasReading = stopReading(['cart'])
    try {
      const cart = await change()
      takeCart(token, cart)
      return cart
    } catch (error) {
      // a refusal means that the cart has changed: ordered or edited on another device, or products are gone
      if (wasReading || (isApiError(error) && (error.status === 404 || error.status === 409))) void outdate(['cart'])
      throw error
    }
  })()
  previousChange = sending.catch(() => undefined)
  countChange(1)
  return sending.finally(() => countChange(-1))
}

type ChangeState<Input> = { isPending: true; variables: Input; isError: false } | { isPending: false; isError: boolean }

interface Followers {
  onSuccess?: (cart: Cart) => void
  onError?: (error: unknown) => void
  onSettled?: () => void
}

/** A change of the cart: every call answers the whole cart, which replaces what is shown. Changes are sent one after the other. */
export function useCartChange<Input>(change: (input: Input, query: { currency: Cart['currency'] } & Partial<Place>) => Promise<Cart>) {
  const token = useToken((state) => state.token)
  const currency = useCurrency()
  const [state, setState] = useState<ChangeState<Input>>({ isPending: false, isError: false })
  const latest = useRef(0)

  async function mutateAsync(input: Input): Promise<Cart> {
    latest.current += 1
    const turn = latest.current
    const settle = (isError: boolean) => turn === latest.current && setState({ isPending: false, isError })
    setState({ isPending: true, variables: input, isError: false })
    try {
      const cart = await sendChange(token, () => change(input, { currency, ...placeNow() }))
      settle(false)
      return cart
    } catch (error) {
      settle(true)
      throw error
    }
  }

  /** Makes the change; only the latest one calls what follows. */
  function mutate(input: Input, { onSuccess, onError, onSettled }: Followers): void {
    const sent = mutateAsync(input)
    const turn = latest.current
    const isLatest = () => turn === latest.current
    void sent
      .then(
        (cart) => isLatest() && onSuccess?.(cart),
        (error: unknown) => isLatest() && onError?.(error),
      )
      .then(() => isLatest() && onSettled?.())
  }
  return { ...state, mutate, mutateAsync }
}
