import { Link } from 'react-router'
import { blockersOf } from '#app/features/cart/accept-prices.ts'
import { CheckoutBlockers } from '#app/features/cart/checkout-blockers.tsx'
import { money } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { CardEntry } from './card-fields.tsx'
import type { CardFields } from './use-card.ts'
import type { PayLater } from './use-pay-later.ts'

/** The button that was pressed, by its value. */
export const PAY_NOW = 'card'

interface PaymentSectionProps {
  /** Null: the shop charges no cards. */
  card: CardFields | null
  payLater: PayLater
  /** The buyer's email is confirmed. */
  isConfirmed: boolean
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

/** Choice of the payment method (S134, S300). */
export function PaymentSection({ card, payLater, isConfirmed, cart, busy, isSettled }: PaymentSectionProps) {
  const isOrderable = cart.canCheckOut && blockersOf(cart).changed.length === 0
  const total = money(cart.totals.total, cart.currency)
  const button = {
    type: 'submit' as const,
    'aria-disabled': busy !== null || undefined,
    'aria-describedby': isOrderable ? undefined : 'not-orderable',
  }
  return (
    <section aria-labelledby="payment-title" className="checkout-section">
      <h2 id="payment-title" tabIndex={-1}>
        Payment
      </h2>
      {card ? (
        <CardEntry card={card} />
      ) : (
        <p className="notice warn">
          Payment processing is not configured. Please contact <Link to="/contact">support</Link> to complete your order.
        </p>
      )}
      {payLater.reason && <NotOffered reason={payLater.reason} isConfirmed={isConfirmed} />}
      <CheckoutBlockers cart={cart} id="not-orderable" />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
        <p>
          Total <span className="price text-xl">{total}</span>{' '}
          <span role="status" className="text-sm text-ink-2">
            {!isSettled && 'Updating...'}
          </span>
        </p>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          {card && (
            <button
              {...button}
              value={PAY_NOW}
              className="button max-sm:w-full"
              disabled={!isOrderable || !isSettled || card.state !== 'ready'}
            >
              {busy === 'card' ? 'Paying...' : `Pay ${total}`}
            </button>
          )}
          {!payLater.reason && (
            <button
              {...button}
              className={`button max-sm:w-full ${card ? 'hollow' : ''}`}
              disabled={!isOrderable || !isSettled || !payLater.isKnown}
            >
              {busy === 'pay_later' ? 'Submitting your order...' : 'Submit Order (Pay Later)'}
            </button>
          )}
        </div>
      </div>
      {payLater.note && <p className="mt-3">{payLater.note}</p>}
      <p className="mt-3 text-sm text-ink-2">{explanation(card !== null, payLater)}</p>
    </section>
  )
}

/** The reason why Pay Later is not offered for this cart, with a link to what the buyer can do about it. */
function NotOffered({ reason, isConfirmed }: { reason: string; isConfirmed: boolean }) {
  return (
    <div className="notice mt-4">
      <p>{reason}</p>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        <Link to="/account/orders">My orders</Link>
        {!isConfirmed && <Link to="/account">Confirm your email</Link>}
        <Link to="/contact">Contact us</Link>
      </p>
    </div>
  )
}
