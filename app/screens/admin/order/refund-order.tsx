import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { RefundButton } from '#app/features/payments/refunds/refund-dialog.tsx'
import { api } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { toDecimal } from '#domain/money.ts'

/** Returns what can still be refunded of an order, as a decimal amount. */
export const refundable = ({ paidAmount, refundedAmount }: Order) =>
  toDecimal(Math.round(paidAmount * 100) - Math.round(refundedAmount * 100))

/** Returns the sellers whose shares can still be refunded; a share that was canceled before the payment was never paid. */
function sellersOf({ fulfilments }: Order) {
  return fulfilments
    .filter(({ status, total, refunded }) => total > refunded && (status !== 'cancelled' || refunded > 0))
    .map(({ businessId, businessName, total, refunded }) => ({
      businessId,
      name: businessName,
      left: toDecimal(Math.round(total * 100) - Math.round(refunded * 100)),
    }))
}

/** Returns the end of the sentence about what can be refunded: where the money goes. */
function refundTarget({ paymentMethod, payments }: Order): string {
  if (paymentMethod === 'card') return ' to the card that paid.'
  return payments.some(({ method }) => method === 'card')
    ? '. The newest payments go back first: to the card what came by card. You are notified of what is left to transfer.'
    : '. Transfer the money yourself; this records the refund.'
}

/** Refunds an order for staff: all of it or one seller's share; in full, products, or an amount. */
export function RefundOrder({ order }: { order: Order }) {
  const change = useOrderChange()
  const show = (amount: number) => money(amount, order.currency)
  return (
    <RefundButton
      order={order}
      left={refundable(order)}
      refunded={order.refundedAmount}
      items={order.items}
      sellers={sellersOf(order)}
      allLabel="Full remaining amount"
      amountHint="Split between the sellers in proportion to what is left of their shares."
      send={async (body, idempotencyKey) =>
        (await change(() => api.orderMoney.refund({ params: { id: order.id }, body, idempotencyKey }))).refundedAmount
      }
    >
      <p>
        You can refund up to <b className="price">{show(refundable(order))}</b> of {show(order.paidAmount)}
        {refundTarget(order)}
      </p>
      {order.fulfilments.some(({ status }) => status === 'pending' || status === 'processing') && (
        <p className="text-ink-2">
          Refunded products that haven't left are not shipped and go back into stock. A refund of an amount stops nothing: to stop open
          items, refund products or cancel the order.
        </p>
      )}
    </RefundButton>
  )
}
