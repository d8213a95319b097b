import { useSellerOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { RefundButton } from '#app/features/payments/refunds/refund-dialog.tsx'
import { api } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'

/** Refunds a seller order: all that is left of it, or an amount. */
export function RefundSellerOrder({ order }: { order: SellerOrder }) {
  const change = useSellerOrderChange()
  if (order.refundable === 0) return null
  return (
    <RefundButton
      className="mt-3 no-print"
      order={order}
      left={order.refundable}
      refunded={order.refunded}
      allLabel="Full remaining amount of your part"
      send={async (body, idempotencyKey) =>
        (await change(() => api.sellerOrders.refund({ params: { id: order.id }, body, idempotencyKey }))).refunded
      }
    >
      <p>
        You can refund up to <b className="price">{money(order.refundable, order.currency)}</b> of your part
        {order.paymentMethod === 'card' ? ' to the card that paid.' : ". It wasn't paid by card, so our team transfers the money."} Refunds
        are deducted from your earnings.
      </p>
    </RefundButton>
  )
}
