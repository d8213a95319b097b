import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { chosenExtras } from '#app/features/cart/deliveries.ts'
import { type CustomerDraft, customerOf } from '#app/features/identity/addresses/customer-draft.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { ordersKey } from '#app/features/orders/queries.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { PhoneCustomer, PhonePreview, PhonePreviewBody } from '#contract/checkout/phone-orders.ts'
import { isApiError } from '#contract/errors.ts'

const UNANSWERED = "The shop didn't respond, so the order may or may not have been placed. Please try again: it is placed only once."

interface Placement {
  customer: PhoneCustomer
  preview: PhonePreview
  /** The request that the preview answers. */
  requested: PhonePreviewBody
  reason: string
  draft: CustomerDraft
  beyondLimit: boolean
}

/** Reason for which an order was not placed, and what has changed meanwhile. */
interface RefusedOrder {
  sentence: string
  changes: string[]
  /** Of the customer's fields. */
  fields: Record<string, string>
}

function bodyOf({ customer, preview: { cart, differs }, requested, reason, draft, beyondLimit }: Placement) {
  const { customLines, freight, discount, items } = requested
  const agreed = new Map(items.map(({ id, price }) => [id, price]))
  return {
    userId: customer.id,
    items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price: agreed.get(productId) ?? price })),
    ...(customLines && { customLines }),
    ...(freight && { freight }),
    ...(discount !== undefined && { discount }),
    ...(differs && { reason }),
    currency: cart.currency,
    shippingMethod: cart.shippingMethod,
    extras: chosenExtras(cart),
    promoCode: cart.appliedPromoCode?.active ? cart.appliedPromoCode.code : null,
    amount: cart.totals.total,
    customer: customerOf(draft),
    beyondLimit,
  }
}

function refusedBy(failure: unknown): RefusedOrder {
  const sentence = messageOf(failure, UNANSWERED)
  const errors = isApiError(failure) ? failure.errors : []
  const [ofCustomer, ofItems] = [true, false].map((isOfCustomer) =>
    errors.filter(({ field }) => field.startsWith('customer.') === isOfCustomer),
  )
  return {
    sentence,
    changes: (ofItems ?? []).map(({ message }) => message).filter((message) => !sentence.includes(message)),
    fields: Object.fromEntries((ofCustomer ?? []).map(({ field, message }) => [field.replace('customer.', ''), message])),
  }
}

/** Places the order at the prices that are shown, once, however often it is sent; then its page comes. */
export function usePlaceOrder() {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const navigate = useNavigate()
  const keyFor = useRequestKey()
  const isSending = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [isPlaced, setPlaced] = useState(false)
  const [refused, setRefused] = useState<RefusedOrder | null>(null)

  async function place(placement: Placement): Promise<RefusedOrder | null> {
    if (isSending.current) return null
    isSending.current = true
    setBusy(true)
    setRefused(null)
    const body = bodyOf(placement)
    try {
      const order = await api.phoneOrders.place({ body, idempotencyKey: keyFor(body) })
      setPlaced(true)
      toast.success(`Order ${order.number} placed for ${order.user.name}`)
      for (const queryKey of [ordersKey(token), ['products']]) void client.invalidateQueries({ queryKey })
      setTimeout(() => void navigate(`/admin/orders/${order.id}`)) // once the guard of unsaved work knows that nothing is lost
      return null
    } catch (failure) {
      const why = refusedBy(failure)
      setRefused(why)
      toast.error('The order was not placed')
      void client.invalidateQueries({ queryKey: [...officeKey(token), 'phone-preview'] })
      return why
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return { place, isBusy, isPlaced, refused }
}
