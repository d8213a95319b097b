import { money } from '#app/lib/format.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { type Currency, formatPercent } from '#domain/money.ts'

interface Totals {
  subtotal: number
  discount: number
  shipping: number
  tax: number
  total: number
}

interface TotalRowsProps {
  totals: Totals
  currency: Currency
  taxRate: number
  /** The code that takes something off; null for none. */
  promoCode: string | null
  /** False while the shop reckons anew: the amounts are those of before. */
  isSettled?: boolean
  /** True: shipping is by quote, so that its amount is not known. */
  isQuote?: boolean
}

/** Subtotal, discount, shipping, tax and total, in the order in which they are reckoned (S129, S310). */
export function TotalRows({ totals, currency, taxRate, promoCode, isSettled = true, isQuote = false }: TotalRowsProps) {
  return (
    <dl className="total-rows" aria-busy={!isSettled || undefined}>
      <dt>Subtotal</dt>
      <dd>{money(totals.subtotal, currency)}</dd>
      {totals.discount > 0 && (
        <>
          <dt>Discount{promoCode && ` (${promoCode})`}</dt>
          <dd className="text-ok">−{money(totals.discount, currency)}</dd>
        </>
      )}
      <dt>Shipping</dt>
      <dd>{isQuote ? 'By quote' : totals.shipping === 0 ? 'Free' : money(totals.shipping, currency)}</dd>
      <dt>Tax ({formatPercent(taxRate * 100)})</dt>
      <dd>{money(totals.tax, currency)}</dd>
      <dt className="total">Total</dt>
      <dd className="total price">{money(totals.total, currency)}</dd>
    </dl>
  )
}

/** The same of a cart. */
export function CartTotals({ cart, isSettled }: { cart: Cart; isSettled: boolean }) {
  const { appliedPromoCode, currency, taxRate, totals } = cart
  const promoCode = appliedPromoCode?.active ? appliedPromoCode.code : null
  return (
    <TotalRows
      totals={totals}
      currency={currency}
      taxRate={taxRate}
      promoCode={promoCode}
      isSettled={isSettled}
      isQuote={cart.quoteNotice !== null}
    />
  )
}

/** The total, explained line by line. */
export function TotalSteps({ steps, currency }: { steps: Cart['steps']; currency: Currency }) {
  return (
    <details className="no-print text-sm">
      <summary className="min-h-11 py-2.75 text-blue underline decoration-1 underline-offset-[0.18em]">How this total is made</summary>
      <dl>
        {steps.map(({ kind, text, amount }, at) => (
          <div
            // two sellers may have rows of one text
            key={`${at} ${text}`}
            className="grid grid-cols-[1fr_auto] gap-3 py-1.25 border-t-[1.5px] border-line data-[kind=total]:font-strong"
            data-kind={kind}
          >
            <dt>{text}</dt>
            <dd>{amount < 0 ? `−${money(-amount, currency)}` : money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
