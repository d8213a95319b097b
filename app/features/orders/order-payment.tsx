import type { Order } from '#contract/orders/orders.ts'
import { paymentMethodLabel, shippingText } from '#domain/order.ts'
import { PaymentStatusWord } from './order-status.tsx'

/** Payment and shipping method of an order: two pairs of a `<dl>`. */
export function OrderPayment({ order }: { order: Order }) {
  return (
    <>
      <dt>Payment</dt>
      <dd className="flex flex-wrap gap-x-3">
        {paymentMethodLabel(order.paymentMethod)}
        <PaymentStatusWord status={order.paymentStatus} />
      </dd>
      <dt>Shipping</dt>
      <dd>{shippingText(order)}</dd>
    </>
  )
}
