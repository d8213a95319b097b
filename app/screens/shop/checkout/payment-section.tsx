import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { CardEntry } from '#app/features/payments/cards/card-entry.tsx'
import type { CardFields } from '#app/features/payments/cards/use-card.ts'
import { money } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart/cart.ts'
import type { PayLater } from './use-pay-later.ts'

interface PaymentSectionProps {
  /** Null: the shop charges no cards. */
  card: CardFields | null
  payLater: PayLater
  cart: Cart
  /** False while the total is about to change. */
  isSettled: boolean
  /** The buyer's email is confirmed. */
  isConfirmed: boolean
  /** The place for the buttons beside the form; null: below the payment. */
  buttonsPlace: HTMLElement | null
  /** The buttons that place the order. */
  children: ReactNode
}

/** Choice of the payment method (S134, S300). */
export function PaymentSection({ card, payLater, cart, isSettled, isConfirmed, buttonsPlace, children }: PaymentSectionProps) {
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
      {payLater.reason && <NotOffered payLater={payLater} isConfirmed={isConfirmed} />}
      {payLater.note && <p className="mt-3">{payLater.note}</p>}
      {buttonsPlace ? (
        createPortal(children, buttonsPlace)
      ) : (
        <>
          <p className="mt-5">
            Total <span className="price text-xl">{money(cart.totals.total, cart.currency)}</span>{' '}
            <span role="status" className="text-sm text-ink-2">
              {!isSettled && 'Updating...'}
            </span>
          </p>
          {children}
        </>
      )}
    </section>
  )
}

/** The reason why Pay Later is not offered for this cart, with a link to what the buyer can do about it. */
function NotOffered({ payLater: { reason }, isConfirmed }: { payLater: PayLater; isConfirmed: boolean }) {
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
