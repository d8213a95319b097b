import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { TotalRows, TotalSteps } from '#app/features/cart/total-rows.tsx'
import { shopFactsQuery } from '#app/features/products/queries.ts'
import { queryOf } from '#app/lib/load.ts'
import type { Cart } from '#contract/cart.ts'

/** What it costs, and the way to the checkout. */
export function CartSummary({ cart }: { cart: Cart }) {
  const { appliedPromoCode, canCheckOut, currency, steps, taxRate, totals } = cart
  return (
    <section aria-labelledby="order-summary" className="side-part">
      <h2 id="order-summary">Order summary</h2>
      <TotalRows
        totals={totals}
        currency={currency}
        taxRate={taxRate}
        promoCode={appliedPromoCode?.active ? appliedPromoCode.code : null}
      />
      <TotalSteps steps={steps} currency={currency} />
      {canCheckOut ? (
        <Link to="/checkout" className="button mt-4 w-full">
          Proceed to Checkout
        </Link>
      ) : (
        <>
          <button type="button" className="button mt-4 w-full" disabled aria-describedby="no-checkout">
            Proceed to Checkout
          </button>
          <p id="no-checkout" className="mt-2 text-sm text-bad">
            A product in your cart cannot be bought as it stands. Lower its quantity or remove it first.
          </p>
        </>
      )}
      <ContactLine />
    </section>
  )
}

function ContactLine() {
  const { data } = useQuery(queryOf(shopFactsQuery))
  const email = data?.contact.email
  return (
    <p className="mt-4 min-h-5 text-sm text-ink-2">
      {email && (
        <>
          Questions about your order? <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
    </p>
  )
}
