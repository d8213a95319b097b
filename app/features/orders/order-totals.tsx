import { TotalRows, TotalSteps } from '#app/features/cart/total-rows.tsx'
import type { Order } from '#contract/orders/orders.ts'

/** Totals of an order, with their steps. */
export function OrderTotals({ order }: { order: Order }) {
  const { currency, discount, promoCode, shipping, steps, subtotal, tax, taxRate, totalAmount } = order
  return (
    <>
      <TotalRows
        totals={{ subtotal, discount, shipping, tax, total: totalAmount }}
        currency={currency}
        taxRate={taxRate}
        promoCode={promoCode}
      />
      <TotalSteps steps={steps} currency={currency} />
    </>
  )
}
