import { Link } from 'react-router'
import { blockersOf } from '#app/features/cart/accept-prices.ts'
import { CheckoutBlockers } from '#app/features/cart/checkout-blockers.tsx'
import { useBuyer } from '#app/features/identity/addresses/use-destination.ts'
import { CartTotals, TotalSteps } from '#app/features/orders/total-rows.tsx'
import { ShipTo } from '#app/features/pricing/ship-to.tsx'
import { CartQuoteLink, FreightQuote } from '#app/features/quotes/freight-quote.tsx'
import type { Cart } from '#contract/cart/cart.ts'

/** Totals and the link to the checkout. `isSettled` false: the amounts are about to change. */
export function CartSummary({ cart, isSettled }: { cart: Cart; isSettled: boolean }) {
  const { canCheckOut, currency, steps } = cart
  const buyer = useBuyer()
  const isOrderable = canCheckOut && blockersOf(cart).changed.length === 0
  return (
    <section aria-labelledby="order-summary" className="side-part">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="order-summary">Order summary</h2>
        <span role="status" className="text-sm text-ink-2">
          {!isSettled && 'Updating...'}
        </span>
      </div>
      <ShipTo isLong of={buyer} className="text-sm text-blue underline underline-offset-3" />
      <CartTotals cart={cart} isSettled={isSettled} />
      <TotalSteps steps={steps} currency={currency} />
      <CheckoutBlockers cart={cart} id="no-checkout" />
      <FreightQuote cart={cart} id="freight-quote" />
      {isOrderable ? (
        <Link to="/checkout" className="button mt-4 w-full">
          Proceed to Checkout
        </Link>
      ) : (
        <button type="button" className="button mt-4 w-full" disabled aria-describedby="no-checkout freight-quote">
          Proceed to Checkout
        </button>
      )}
      <CartQuoteLink cart={cart} />
      <p className="mt-4 text-sm text-ink-2">
        Questions about your order?{' '}
        <span className="inline-block">
          <Link to="/contact" className="inline-block py-1">
            Contact us
          </Link>
          {' · '}
          <Link to="/refund-policy" className="inline-block py-1">
            Return policy
          </Link>
        </span>
      </p>
    </section>
  )
}
