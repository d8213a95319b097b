import { money } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ContractNote, TotalRows, TotalSteps } from './total-rows.tsx'

/** Totals of an order, with their steps; the amount due where something was canceled or came back before the payment. */
export function OrderTotals({ order }: { order: Order }) {
  const { currency, discount, dueAmount, freightText, promoCode, shipping, steps, subtotal, tax, taxes, totalAmount } = order
  return (
    <>
      <TotalRows
        totals={{ subtotal, discount, shipping, tax, total: totalAmount }}
        currency={currency}
        tax={taxes}
        promoCode={promoCode}
        freightText={freightText}
      />
      {dueAmount > 0 && dueAmount < totalAmount && (
        <dl className="total-rows">
          <dt>Amount due</dt>
          <dd className="price">{money(dueAmount, currency)}</dd>
        </dl>
      )}
      <TotalSteps steps={steps} currency={currency} />
      <ContractNote sellerOfRecord={order.sellerOfRecord} sellers={order.items} />
    </>
  )
}
