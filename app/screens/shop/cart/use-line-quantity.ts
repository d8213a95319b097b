import { useEffect, useRef, useState } from 'react'
import { useCartChange, useUnsentChange } from '#app/features/cart/use-cart.ts'
import { api, messageOf } from '#app/lib/api.ts'
import type { CartItem } from '#contract/cart/cart.ts'
import { isApiError } from '#contract/errors.ts'

const WAIT_MS = 400
const FAILED = "We couldn't change the quantity. Please try again."
const GONE = 'This product is no longer in your cart.'

/**
 * The quantity of a line as it is seen: at once as wanted, as the server has it when it refuses.
 * Several steps in a row are sent as one change; until then the totals are marked as about to change.
 */
export function useLineQuantity({ productId, quantity }: CartItem) {
  const change = useCartChange((wanted: number, query) =>
    api.cart.setQuantity({ params: { productId }, query, body: { quantity: wanted } }),
  )
  const [wanted, setWanted] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void }>(null)

  function flush() {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    waiting.current.send()
  }

  useUnsentChange(wanted !== null)

  // A step just before leaving the page still counts.
  useEffect(() => () => flush(), [])

  function send(next: number) {
    waiting.current = null
    const isLatest = () => waiting.current === null
    change
      .mutateAsync(next)
      .catch((failure: unknown) => {
        if (isLatest()) setError(isApiError(failure) && failure.status === 404 ? GONE : messageOf(failure, FAILED))
      })
      .finally(() => {
        if (isLatest()) setWanted((current) => (current === next ? null : current))
      })
  }

  function set(next: number) {
    setError(undefined)
    if (next === (wanted ?? quantity)) return
    setWanted(next)
    if (waiting.current) clearTimeout(waiting.current.timer)
    const sendNext = () => send(next)
    waiting.current = { timer: setTimeout(sendNext, WAIT_MS), send: sendNext }
  }

  return { quantity: wanted ?? quantity, isChanging: wanted !== null, error, set }
}
