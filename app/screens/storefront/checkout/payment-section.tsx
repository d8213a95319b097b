import { Link } from 'react-router'
import { obstaclesOf } from '#app/features/cart/accept-prices.ts'
import { Obstacles } from '#app/features/cart/obstacles.tsx'
import { money } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart.ts'

interface PaymentSectionProps {
  isConfigured: boolean
  cart: Cart
  isBusy: boolean
  /** False while the total is about to change: nothing is ordered on it then. */
  isSettled: boolean
}

/** How the order is paid (S134, S300). */
export function PaymentSection({ isConfigured, cart, isBusy, isSettled }: PaymentSectionProps) {
  const isOrderable = cart.canCheckOut && obstaclesOf(cart).changed.length === 0
  return (
    <section aria-labelledby="payment-title" className="checkout-section">
      <h2 id="payment-title" tabIndex={-1}>
        Payment
      </h2>
      {isConfigured ? (
        <p>You pay later: we contact you about the payment of this order.</p>
      ) : (
        <p className="notice warn">
          Payment processing is not configured. Please contact <Link to="/contact">support</Link> to complete your order.
        </p>
      )}
      <Obstacles cart={cart} id="not-orderable" />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
        <p>
          Total <span className="price text-xl">{money(cart.totals.total, cart.currency)}</span>{' '}
          <span role="status" className="text-sm text-ink-2">
            {!isSettled && 'Updating...'}
          </span>
        </p>
        <button
          type="submit"
          className="button max-sm:w-full"
          disabled={!isOrderable || !isSettled}
          aria-disabled={isBusy || undefined}
          aria-describedby={isOrderable ? undefined : 'not-orderable'}
        >
          {isBusy ? 'Submitting your order...' : 'Submit Order (Pay Later)'}
        </button>
      </div>
      <p className="mt-3 text-sm text-ink-2">Nothing is charged now. The goods are set aside for you as soon as the order is in.</p>
    </section>
  )
}
