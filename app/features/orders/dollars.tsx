import { money } from '#app/lib/format.ts'
import type { AdminOrderSummary } from '#contract/orders/orders.ts'

/** The total of an order in dollars; of one in euros also what it really costs. */
export function Dollars({ order }: { order: Pick<AdminOrderSummary, 'totalAmount' | 'totalInCurrency' | 'currency'> }) {
  return (
    <>
      {money(order.totalAmount, 'USD')}
      {order.currency === 'EUR' && <span className="text-ink-2"> ({money(order.totalInCurrency, 'EUR')})</span>}
    </>
  )
}
