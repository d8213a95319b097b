import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { blockersOf } from '#app/features/cart/accept-prices.ts'
import { setPlace } from '#app/features/cart/place.ts'
import {
  type CustomerDraft,
  type CustomerErrors,
  customerOf,
  type DraftField,
  edited,
  emptyDraft,
  errorsAfter,
} from '#app/features/identity/addresses/customer-draft.ts'
import type { CardFields } from '#app/features/payments/cards/use-card.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { fieldErrorsOf } from '#app/lib/field-errors.ts'
import { money } from '#app/lib/format.ts'
import { chooseMarket } from '#app/lib/market.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { isApiError } from '#contract/errors.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { CUSTOMER_FIELDS, type CustomerField, customerErrors } from '#domain/customer.ts'
import { dropRequest, keepDraft, placeOf, readDraft, requestKey } from './checkout-draft.ts'
import type { AddressBook } from './use-address-book.ts'
import { confirmationPath, usePaid, usePlaced } from './use-placed.ts'

/** The message above the form after a refusal: a sentence, and the changes since the buyer looked. */
export interface Refused {
  sentence: string
  changes: string[]
}

const CART_CHANGED = ['price_changed', 'total_changed', 'stock_gone', 'cart_empty', 'needs_freight_quote', 'not_sold_there']
const UNANSWERED = "We couldn't reach the shop. Your cart is safe. Try again: your order is placed only once."
const NOT_THERE = "Some of your cart can't be ordered to this address. Review your cart and place your order again."
const UNANSWERED_PAYMENT = "We didn't get an answer. Please try again: your card is charged only once."

function bodyOf(cart: Cart, draft: CustomerDraft) {
  return {
    items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
    currency: cart.currency,
    shippingMethod: cart.shippingMethod,
    promoCode: cart.appliedPromoCode?.active ? cart.appliedPromoCode.code : null,
    customer: customerOf(draft),
  }
}

interface Checkout {
  user: SessionUser
  cart: Cart
  book: AddressBook
  onPlaced: () => void
}

/** The checkout form: its draft survives a reload, and its order is placed once however often it is sent. */
export function useCheckout({ user, cart, book, onPlaced }: Checkout) {
  // Nothing typed yet: the form shows what is known of the buyer, and follows it when that arrives later.
  const [typed, setTyped] = useState<CustomerDraft | null>(() => readDraft(user))
  const [errors, setErrors] = useState<CustomerErrors>({})
  const [refused, setRefused] = useState<Refused | null>(null)
  const [busy, setBusy] = useState<'card' | 'pay_later' | null>(null)
  const [isSaving, setSaving] = useState(false)
  const client = useQueryClient()
  const follow = usePlaced()
  const followPayment = usePaid()
  const started = typed ?? book.prefill ?? { ...emptyDraft(user.email), country: book.market.country }
  const draft = { ...started, buyerKind: book.market.buyer } // chosen at one place, for the whole shop

  /**
   * Takes over what was typed. Another country or kind of buyer is that of the whole shop, so that cart and checkout agree, and is priced
   * at once.
   */
  function take(next: CustomerDraft) {
    setTyped(next)
    keepDraft(user.id, next)
    if (next.country === draft.country && next.buyerKind === draft.buyerKind) return
    chooseMarket({ country: next.country, buyer: next.buyerKind })
    setPlace(placeOf(next))
  }

  function change(field: DraftField, text: string) {
    const next = edited(draft, field, text)
    take(next)
    if (field === 'buyerKind' || field === 'country' || errors[field]) setErrors((before) => errorsAfter(field, before, next))
  }

  /** Replaces the whole address, and drops the errors of the previous one. */
  function replace(next: CustomerDraft) {
    take(next)
    setErrors({})
  }

  /** Shows the error of a field on blur, unless it was only passed through. */
  function leave(field: CustomerField) {
    if (draft[field] === '' && !errors[field]) return
    setErrors(({ [field]: _gone, ...others }) => {
      const error = customerErrors(draft)[field]
      return error ? { ...others, [field]: error } : others
    })
  }

  /** Shows the errors of these fields. @returns the first field with an error; null where all are valid */
  function check(fields: readonly CustomerField[]): CustomerField | null {
    const found = customerErrors(draft)
    const wrong = fields.filter((field) => found[field])
    const others = Object.entries(errors).filter(([name]) => !fields.some((field) => field === name))
    setErrors({ ...Object.fromEntries(others), ...Object.fromEntries(wrong.map((field) => [field, found[field] ?? ''])) })
    return wrong[0] ?? null
  }

  async function placed(number: string) {
    onPlaced()
    if (isSaving) void book.save(draft)
    await follow(number)
  }

  /** Returns the cart to order; null where it differs from the shown one, which a message above the form then says. */
  async function cartAsShown(read: () => Promise<Cart>): Promise<Cart | null> {
    const next = await read()
    const isOrderable = next.canCheckOut && blockersOf(next).changed.length === 0
    if (isOrderable && next.totals.total === cart.totals.total) return next
    const amount = money(next.totals.total, next.currency)
    setRefused({ sentence: isOrderable ? `Your total is now ${amount}. Review your order and place it again.` : NOT_THERE, changes: [] })
    return null
  }

  /**
   * Orders the cart that `read` gives: the shown one, or that of an address which was typed a moment ago. Another one than the shown is not
   * ordered.
   * @returns the field to put right first, 'refusal' for the message above the form, null when the order is placed.
   */
  async function submit(read: () => Promise<Cart>): Promise<CustomerField | 'refusal' | null> {
    if (busy) return null
    setRefused(null)
    const first = check(CUSTOMER_FIELDS)
    if (first) return first
    setBusy('pay_later')
    try {
      const ordered = await cartAsShown(read)
      if (!ordered) return stop('refusal')
      const body = { ...bodyOf(ordered, draft), expectedTotal: cart.totals.total, paymentMethod: 'pay_later' as const }
      const order = await api.checkout.placeOrder({ body, idempotencyKey: requestKey(JSON.stringify(body)) })
      await placed(order.number)
      return null
    } catch (failure) {
      setBusy(null)
      return refuse(failure)
    }
  }

  async function paid(number: string) {
    onPlaced()
    if (isSaving) void book.save(draft)
    await followPayment(number)
  }

  /** Pays by card. @returns as `submit`; 'card' where the card fields have something to put right */
  async function pay(card: CardFields, read: () => Promise<Cart>): Promise<CustomerField | 'refusal' | 'card' | null> {
    if (busy) return null
    setRefused(null)
    const first = check(CUSTOMER_FIELDS)
    if (first) return first
    setBusy('card')
    try {
      if (!(await card.check())) return stop('card')
      const ordered = await cartAsShown(read)
      if (!ordered) return stop('refusal')
      const { clientSecret, orderNumber } = await api.checkout.createPaymentIntent({
        body: { ...bodyOf(ordered, draft), amount: cart.totals.total },
      })
      const problem = await card.confirm(clientSecret, new URL(confirmationPath(orderNumber), window.location.href).href)
      if (problem === null) await paid(orderNumber)
      else setRefused({ sentence: problem, changes: [] })
      return problem === null ? null : stop('refusal')
    } catch (failure) {
      const number = isApiError(failure) && failure.code === 'already_paid' ? failure.problem.orderNumber : null
      if (typeof number !== 'string') return stop(refuse(failure, UNANSWERED_PAYMENT))
      await paid(number)
      return null
    }
  }

  function stop<Problem>(problem: Problem): Problem {
    setBusy(null)
    return problem
  }

  function refuse(failure: unknown, unanswered = UNANSWERED): CustomerField | 'refusal' {
    const named: CustomerErrors = fieldErrorsOf(failure, 'customer.')
    if (isApiError(failure) && failure.status < 500 && failure.code !== 'idempotency_in_progress') dropRequest()
    const isCartChange = isApiError(failure) && CART_CHANGED.includes(failure.code ?? '')
    const isPayLater = isApiError(failure) && failure.code?.startsWith('pay_later')
    if (isCartChange || isPayLater) for (const name of ['cart', 'pay-later']) void client.invalidateQueries({ queryKey: [name] })
    const isAway = isApiError(failure) && failure.code === 'not_ready'
    const sentence = isAway ? unanswered : messageOf(failure, unanswered)
    const changes = isCartChange ? failure.errors.map(({ message }) => message).filter((message) => !sentence.includes(message)) : []
    setErrors(isCartChange ? {} : named)
    setRefused({ sentence, changes })
    return (!isCartChange && CUSTOMER_FIELDS.find((field) => named[field])) || 'refusal'
  }

  return { draft, errors, refused, busy, isSaving, setSaving, change, replace, leave, check, submit, pay }
}
