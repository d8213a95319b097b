import { money } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart.ts'

interface PaymentSectionProps {
  isConfigured: boolean
  cart: Cart
  isBusy: boolean
}

/** How the order is paid (S134, S300). */
export function PaymentSection({ isConfigured, cart, isBusy }: PaymentSectionProps) {
  return (
    <section aria-labelledby="payment-title" className="checkout-section">
      <h2 id="payment-title">Payment</h2>
      <p className={isConfigured ? '' : 'notice warn'}>
        {isConfigured
          ? 'You pay later: we contact you about the payment of this order.'
          : 'Payment processing is not configured. Please contact support to complete your order.'}
      </p>
      {!cart.canCheckOut && (
        <p id="not-orderable" className="mt-4 font-medium text-bad">
          A product in your cart cannot be bought as it stands. Lower its quantity or remove it in your cart first.
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
        <p>
          Total <span className="price text-xl">{money(cart.totals.total, cart.currency)}</span>
        </p>
        <button
          type="submit"
          className="button max-sm:w-full"
          disabled={!cart.canCheckOut}
          aria-disabled={isBusy || undefined}
          aria-describedby={cart.canCheckOut ? undefined : 'not-orderable'}
        >
          {isBusy ? 'Submitting your order...' : 'Submit Order (Pay Later)'}
        </button>
      </div>
      <p className="mt-3 text-sm text-ink-2">Nothing is charged now. The goods are set aside for you as soon as the order is in.</p>
    </section>
  )
}
