import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#app/lib/api.ts'
import type { PlaceOrderBody } from '#contract/checkout/checkout.ts'
import { isApiError } from '#contract/errors.ts'
import { dropRequest, unansweredRequest } from './checkout-draft.ts'
import { usePlaced } from './use-placed.ts'

/**
 * Asks once more what became of the order that this tab sent and that was never answered: the same key gives the same answer, and never a
 * second order.
 */
async function numberOfUnanswered(): Promise<string | null> {
  const kept = unansweredRequest()
  if (!kept) return null
  try {
    const body = JSON.parse(kept.request) as PlaceOrderBody // written by the checkout; the server checks every field
    const { number } = await api.checkout.placeOrder({ body, idempotencyKey: kept.key })
    return number
  } catch (failure) {
    if (isApiError(failure) && failure.status < 500) dropRequest()
    return null
  }
}

/**
 * There is nothing to check out in an empty cart: on to the cart (S132), or, where an order has emptied it unseen, to what follows an
 * order.
 */
export function useEmptyCheckout(isEmpty: boolean): void {
  const placed = usePlaced()
  const navigate = useNavigate()
  const isAsking = useRef(false)
  const leave = useEffectEvent(async () => {
    if (isAsking.current) return
    isAsking.current = true
    const number = await numberOfUnanswered()
    if (number === null) await navigate('/cart', { replace: true })
    else await placed(number)
  })
  useEffect(() => {
    if (isEmpty) void leave()
  }, [isEmpty])
}
