import { InvoiceButton } from '#app/features/fulfillment/invoice-button.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { PaymentPlan } from '#app/features/orders/payment-plan.tsx'
import { MoneyList } from '#app/features/payments/refunds/money-list.tsx'
import { money } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isOpenDispute } from '#domain/dispute.ts'
import { awaitsCard } from '#domain/order.ts'
import { MarkPaid, takesPayment } from './mark-paid.tsx'
import { RefundKept } from './refund-kept.tsx'
import { RefundOrder, refundable } from './refund-order.tsx'

function nothingPaid(order: Order): string {
  if (order.status === 'cancelled') return 'Nothing was paid.'
  return awaitsCard(order)
    ? 'Nothing has been paid yet. Stock is reserved until the card is charged or the time limit ends.'
    : 'Nothing has been paid yet.'
}

/** Payments and refunds of an order for staff, with what they can do about them. */
export function OrderMoney({ order }: { order: Order }) {
  const left = refundable(order)
  const isDisputed = order.dispute !== null && isOpenDispute(order.dispute.status)
  return (
    <section aria-labelledby="money" className="side-part">
      <h2 id="money">Money</h2>
      <div className="mt-2 grid gap-3">
        {order.payments.length + order.refunds.length === 0 && <p className="text-ink-2">{nothingPaid(order)}</p>}
        <PaymentPlan order={order} />
        <MoneyList order={order} />
        <Writers>
          <RefundKept order={order} />
        </Writers>
        {order.refunds.length > 0 && (
          <p className="flex flex-wrap justify-between gap-x-4 font-medium">
            Left <span className="price">{money(left, order.currency)}</span>
          </p>
        )}
        <div className="grid gap-3 no-print">
          <Writers>
            {takesPayment(order) && <MarkPaid order={order} />}
            {left > 0 && !isDisputed && <RefundOrder order={order} />}
          </Writers>
          {left > 0 && isDisputed && <p className="text-ink-2">Nothing can be refunded while the payment is disputed.</p>}
          <InvoiceButton order={order} className="button hollow w-full" />
        </div>
      </div>
    </section>
  )
}
