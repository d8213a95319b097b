import { Fragment } from 'react'
import { money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { contractText } from '#content/shop-terms.ts'
import type { Cart } from '#contract/cart/cart.ts'
import type { Currency } from '#domain/money.ts'
import type { SellerOfRecord } from '#domain/tax-decision.ts'

interface TotalRowsProps {
  totals: Cart['totals']
  tax: Cart['tax']
  currency: Currency
  /** The code that takes something off; null for none. */
  promoCode: string | null
  /** False while the shop reckons anew: the amounts are those of before. */
  isSettled?: boolean
  /** True: shipping is by quote, so that its amount is not known. */
  isQuote?: boolean
  /** Text of a freight that was agreed; null for none. */
  freightText?: string | null
}

/**
 * Subtotal, discount, shipping, tax and total, in the order in which they are reckoned (S129, S310); tax that the prices include stands
 * below the total.
 */
export function TotalRows({ totals, tax, currency, promoCode, isSettled = true, isQuote = false, freightText = null }: TotalRowsProps) {
  const isIncluded = tax.mode === 'included'
  return (
    <dl className="total-rows" aria-busy={!isSettled || undefined}>
      <dt>Subtotal</dt>
      <dd>{money(totals.subtotal, currency)}</dd>
      {totals.discount > 0 && (
        <>
          <dt>Discount {promoCode && <bdi>({promoCode})</bdi>}</dt>
          <dd className="text-ok">−{money(totals.discount, currency)}</dd>
        </>
      )}
      <dt>Shipping</dt>
      <dd>{isQuote ? 'By quote' : totals.shipping === 0 ? 'Free' : money(totals.shipping, currency)}</dd>
      {freightText !== null && (
        <dd className="col-span-2 pl-0 text-left text-sm text-ink-2">
          <bdi>{freightText}</bdi>
        </dd>
      )}
      {!isIncluded && <TaxRows tax={tax} currency={currency} />}
      <dt className="total">{isQuote ? 'Total without freight' : 'Total'}</dt>
      <dd className="total price">{money(totals.total, currency)}</dd>
      {isIncluded && <TaxRows tax={tax} currency={currency} />}
    </dl>
  )
}

/** The tax by its rates, each with the reason where the rate does not say everything. */
function TaxRows({ tax: { lines, mode }, currency }: Pick<TotalRowsProps, 'tax' | 'currency'>) {
  const className = mode === 'included' ? 'text-sm text-ink-2' : undefined
  const isLast = (text: string, at: number) => lines.findLastIndex((line) => line.text === text) === at // a sentence stands once
  const isOneOfSeveral = (label: string) => lines.filter((line) => line.label === label).length > 1
  return lines.map(({ label, reason, text, base, amount }, at) => (
    <Fragment key={`${label} ${reason} ${text} ${base}`}>
      <dt className={className}>
        {mode === 'included' ? `includes ${label}` : label}
        {isOneOfSeveral(label) && ` on ${money(base, currency)}`}
      </dt>
      <dd className={className}>{money(amount, currency)}</dd>
      {text && isLast(text, at) && <dd className="col-span-2 pl-0 text-left text-sm text-ink-2">{text}</dd>}
    </Fragment>
  ))
}

interface CartTotalsProps {
  cart: Cart
  isSettled: boolean
  /** Beside the totals is a field for the VAT id, which says what is wrong with it. */
  hasVatField?: boolean
}

/** The same of a cart. */
export function CartTotals({ cart, isSettled, hasVatField = false }: CartTotalsProps) {
  const { appliedPromoCode, currency, tax, totals } = cart
  const promoCode = appliedPromoCode?.active ? appliedPromoCode.code : null
  return (
    <>
      <TotalRows
        totals={totals}
        tax={tax}
        currency={currency}
        promoCode={promoCode}
        isSettled={isSettled}
        isQuote={cart.quoteNotice !== null}
      />
      {cart.vatNotice && !hasVatField && <p className="notice warn mt-3 text-sm">{cart.vatNotice}</p>}
      <ContractNote sellerOfRecord={getShop().sellerOfRecord} sellers={cart.items.filter(({ available }) => available)} />
    </>
  )
}

interface ContractNoteProps {
  sellerOfRecord: SellerOfRecord
  sellers: readonly { businessName: string }[]
}

/** Names the sellers of the products, and with whom the contract is. */
export function ContractNote({ sellerOfRecord, sellers }: ContractNoteProps) {
  if (sellers.length === 0) return null
  const names = sellers.map(({ businessName }) => businessName)
  return <p className="mt-3 text-sm text-ink-2">{contractText(sellerOfRecord, names, getShop().name)}</p>
}

/** The total, explained line by line. */
export function TotalSteps({ steps, currency }: { steps: Cart['steps']; currency: Currency }) {
  return (
    <details className="no-print text-sm">
      <summary className="min-h-11 py-2.75 text-blue underline decoration-1 underline-offset-[0.18em]">
        How this total is calculated
      </summary>
      <dl>
        {steps.map(({ kind, text, amount }, at) => (
          <div
            // two sellers may have rows of one text
            key={`${at} ${text}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 py-1.25 border-t-[1.5px] border-line data-[kind=total]:font-strong"
            data-kind={kind}
          >
            <dt>
              <bdi>{text}</bdi>
            </dt>
            <dd>{amount < 0 ? `−${money(-amount, currency)}` : money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
