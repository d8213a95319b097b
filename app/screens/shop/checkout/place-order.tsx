import { blockersOf } from '#app/features/cart/accept-prices.ts'
import { CheckoutBlockers } from '#app/features/cart/checkout-blockers.tsx'
import { money } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart/cart.ts'
import type { CardFields } from './use-card.ts'
import type { PayLater } from './use-pay-later.ts'

/** Id of the checkout form: its buttons may stand outside it. */
export const CHECKOUT_FORM = 'checkout'

/** The button that was pressed, by its value. */
export const PAY_NOW = 'card'

export interface PlaceOrderProps {
  /** Null: the shop charges no cards. */
  card: CardFields | null
  payLater: PayLater
  cart: Cart
  /** The payment that is being sent; null for none. */
  busy: 'card' | 'pay_later' | null
  /** False while the total is about to change: nothing is ordered on it then. */
  isSettled: boolean
}

function explanation(hasCard: boolean, { reason }: PayLater): string | null {
  if (!hasCard && reason) return null
  if (!hasCard) return 'Nothing is charged now. Your items are reserved as soon as the order is placed.'
  if (reason) return 'Paying charges your card once. Your items are reserved for you.'
  return 'Paying now charges your card once. Paying later charges nothing now: we contact you about the payment. Either way, your items are reserved for you.'
}

/** The buttons that place the order, below what keeps the cart from being ordered. */
export function PlaceOrder({ card, payLater, cart, busy, isSettled }: PlaceOrderProps) {
  const isOrderable = cart.canCheckOut && blockersOf(cart).changed.length === 0
  const button = {
    type: 'submit' as const,
    form: CHECKOUT_FORM,
    'aria-disabled': busy !== null || undefined,
    'aria-describedby': isOrderable ? undefined : 'not-orderable',
  }
  return (
    <>
      <CheckoutBlockers cart={cart} id="not-orderable" />
      <div className="place-order">
        {card && (
          <button {...button} value={PAY_NOW} className="button" disabled={!isOrderable || !isSettled || card.state !== 'ready'}>
            {busy === 'card' ? 'Paying...' : `Pay ${money(cart.totals.total, cart.currency)}`}
          </button>
        )}
        {!payLater.reason && (
          <button {...button} className={`button ${card ? 'hollow' : ''}`} disabled={!isOrderable || !isSettled || !payLater.isKnown}>
            {busy === 'pay_later' ? 'Submitting your order...' : 'Submit Order (Pay Later)'}
          </button>
        )}
      </div>
      <p className="mt-3 text-sm text-ink-2">{explanation(card !== null, payLater)}</p>
    </>
  )
}
