import { DeliveryAddress } from '#app/features/fulfillment/seller-orders/deliver-to.tsx'
import { CorrectTracking } from '#app/features/fulfillment/transitions/correct-tracking.tsx'
import { useSellerOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { Tracking } from '#app/features/orders/tracking.tsx'
import { RefundList } from '#app/features/payments/refunds/money-list.tsx'
import { api } from '#app/lib/api.ts'
import { day, money } from '#app/lib/format.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { paymentMethodLabel, shippingMethodLabel } from '#domain/order.ts'
import { RefundSellerOrder } from './refund-seller-order.tsx'

/** Delivery address, shipping and money of a seller order. */
export function PartSide({ order }: { order: SellerOrder }) {
  const { deliverTo } = order
  const change = useSellerOrderChange()
  return (
    <div className="frame print:mt-4">
      <section aria-labelledby="deliver" className="side-part">
        <h2 id="deliver" className="mb-2">
          Deliver to
        </h2>
        <DeliveryAddress to={deliverTo} />
        {deliverTo.notes && (
          <p className="mt-3 wrap-anywhere whitespace-pre-line">
            <b>Delivery notes:</b> {deliverTo.notes}
          </p>
        )}
      </section>
      <section aria-labelledby="shipping" className="side-part">
        <h2 id="shipping">Shipping and payment</h2>
        <dl className="pairs mt-2">
          <dt>Shipping</dt>
          <dd>{shippingMethodLabel(order.shippingMethod)}</dd>
          {order.status !== 'cancelled' && (
            <>
              <dt>Promised for</dt>
              <dd>{day(order.estimatedDelivery)}</dd>
            </>
          )}
          <dt>Payment</dt>
          <dd>
            {paymentMethodLabel(order.paymentMethod)}, {order.isPaid ? 'paid' : 'not paid yet'}
          </dd>
        </dl>
        {!order.isPaid && (order.status === 'pending' || order.status === 'processing') && (
          <p className="mt-2 text-ink-2">Your earnings count it once it is paid; you may send it before.</p>
        )}
        <div className="mt-3 grid justify-items-start gap-2">
          <Tracking carrier={order.carrier} trackingNumber={order.trackingNumber} />
          {order.nextStatuses.length > 0 && (
            <CorrectTracking
              part={order}
              save={(tracking) =>
                change(() => api.sellerOrders.correctTracking({ params: { id: order.id }, body: { ...tracking, version: order.version } }))
              }
            />
          )}
        </div>
      </section>
      <PartMoney order={order} />
    </div>
  )
}

function PartMoney({ order }: { order: SellerOrder }) {
  const { currency, subtotal, discount, shipping, tax, total, refunded } = order
  return (
    <section aria-labelledby="money" className="side-part">
      <h2 id="money">Your part</h2>
      <dl className="total-rows">
        <dt>Products</dt>
        <dd>{money(subtotal, currency)}</dd>
        {discount > 0 && (
          <>
            <dt>Discount</dt>
            <dd>−{money(discount, currency)}</dd>
          </>
        )}
        <dt>Shipping</dt>
        <dd>{shipping === 0 ? 'Free' : money(shipping, currency)}</dd>
        <dt>Tax</dt>
        <dd>{money(tax, currency)}</dd>
        <dt className="total">Total</dt>
        <dd className="total price">{money(total, currency)}</dd>
        {refunded > 0 && (
          <>
            <dt>Refunded</dt>
            <dd>−{money(refunded, currency)}</dd>
          </>
        )}
      </dl>
      <RefundList refunds={order.refunds} currency={currency} className="mt-3" />
      <RefundSellerOrder order={order} />
    </section>
  )
}
