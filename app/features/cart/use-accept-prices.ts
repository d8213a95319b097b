import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import type { CartItem } from '#contract/cart/cart.ts'
import { acceptPrices, changedMeanwhile } from './accept-prices.ts'
import { useCartChange } from './use-cart.ts'

const FAILED = 'The new price could not be accepted. Please try again.'

/** Accepts changed prices; `error` says why that did not work. */
export function useAcceptPrices() {
  const [error, setError] = useState<string>()
  const change = useCartChange(acceptPrices)
  async function accept(items: readonly CartItem[]) {
    setError(undefined)
    try {
      const cart = await change.mutateAsync(items)
      for (const sentence of changedMeanwhile(items, cart)) toast.warning(sentence)
    } catch (failure) {
      setError(messageOf(failure, FAILED))
    }
  }
  return { accept, isBusy: change.isPending, error }
}
