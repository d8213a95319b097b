import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  CHECKOUT_FIELDS,
  type CheckoutDraft,
  type CheckoutErrors,
  type CheckoutField,
  checkDraft,
  customerOf,
  dropDraft,
  keepDraft,
  readDraft,
  requestKey,
} from '#app/features/orders/checkout-draft.ts'
import { fieldErrorsOf } from '#app/features/sign-in/field-errors.ts'
import { api, isApiError, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/ui/toast.ts'
import type { SessionUser } from '#contract/auth.ts'
import type { Cart } from '#contract/cart.ts'

/** What stands above the form after a refusal: a sentence, and what has changed since the buyer looked. */
export interface Refused {
  sentence: string
  changes: string[]
}

const CART_CHANGED = ['price_changed', 'stock_gone', 'cart_empty']

function bodyOf(cart: Cart, draft: CheckoutDraft) {
  return {
    items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
    currency: cart.currency,
    shippingMethod: cart.shippingMethod,
    promoCode: cart.appliedPromoCode?.active ? cart.appliedPromoCode.code : null,
    customer: customerOf(draft),
    paymentMethod: 'pay_later' as const,
  }
}

/** The checkout form: its draft outlives a reload, its order is placed once however often it is sent. */
export function useCheckout(user: SessionUser, cart: Cart, onPlaced: () => void) {
  const [draft, setDraft] = useState<CheckoutDraft>(() => readDraft(user))
  const [errors, setErrors] = useState<CheckoutErrors>({})
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()

  function change(field: CheckoutField, text: string) {
    const next = { ...draft, [field]: text }
    setDraft(next)
    keepDraft(user.id, next)
    if (errors[field] || field === 'country') setErrors(({ [field]: _gone, ...others }) => others)
  }

  /** On leaving a field: its own error, unless it was only passed through. */
  function leave(field: CheckoutField) {
    if (draft[field] === '' && !errors[field]) return
    setErrors(({ [field]: _gone, ...others }) => {
      const error = checkDraft(draft)[field]
      return error ? { ...others, [field]: error } : others
    })
  }

  async function placed(number: string) {
    onPlaced()
    dropDraft()
    toast.success('Order submitted! You will be contacted for payment processing.', {
      label: 'View order',
      to: `/order-confirmation?order=${encodeURIComponent(number)}`,
    })
    await navigate('/')
    void client.invalidateQueries({ queryKey: ['cart'] })
    void client.invalidateQueries({ queryKey: ['orders'] })
    void client.invalidateQueries({ queryKey: ['products'] })
  }

  /** @returns the field to put right first, 'refusal' for the message above the form, null when the order is placed. */
  async function submit(): Promise<CheckoutField | 'refusal' | null> {
    if (isBusy) return null
    const found = checkDraft(draft)
    setErrors(found)
    setRefused(null)
    const first = CHECKOUT_FIELDS.find((field) => found[field])
    if (first) return first
    const body = bodyOf(cart, draft)
    setBusy(true)
    try {
      const order = await api.checkout.placeOrder({ body, idempotencyKey: requestKey(JSON.stringify(body)) })
      await placed(order.number)
      return null
    } catch (failure) {
      setBusy(false)
      return refuse(failure)
    }
  }

  function refuse(failure: unknown): CheckoutField | 'refusal' {
    const named: CheckoutErrors = fieldErrorsOf(failure, 'customer.')
    const isCartChange = isApiError(failure) && CART_CHANGED.includes(failure.code ?? '')
    if (isCartChange) void client.invalidateQueries({ queryKey: ['cart'] })
    const sentence = messageOf(failure, 'Your order did not reach us. Nothing was ordered twice: please send it again.')
    const changes = isCartChange ? failure.errors.map(({ message }) => message).filter((message) => !sentence.includes(message)) : []
    setErrors(isCartChange ? {} : named)
    setRefused({ sentence, changes })
    return (!isCartChange && CHECKOUT_FIELDS.find((field) => named[field])) || 'refusal'
  }

  return { draft, errors, refused, isBusy, change, leave, submit }
}
