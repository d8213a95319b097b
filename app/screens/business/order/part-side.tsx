import { Link } from 'react-router'
import { DeliveryAddress } from '#app/features/fulfillment/seller-orders/deliver-to.tsx'
import { ParcelActions } from '#app/features/fulfillment/transitions/parcel-actions.tsx'
import { useSellerOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { agreedLeadTime, OrderQuote } from '#app/features/orders/order-quote.tsx'
import { Parcels } from '#app/features/orders/parcels.tsx'
import { TotalRows } from '#app/features/orders/total-rows.tsx'
import { OwnOrderDocuments } from '#app/features/payments/documents/order-documents.tsx'
import { RefundList } from '#app/features/payments/refunds/money-list.tsx'
import { api } from '#app/lib/api.ts'
import { day, money } from '#app/lib/format.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { paymentMethodLabel, shippingText } from '#domain/order.ts'
import { WITHDRAWAL_STATUS_LABELS } from '#domain/withdrawal-status.ts'
import { PackingFiles } from './packing-slip.tsx'
import { RefundSellerOrder } from './refund-seller-order.tsx'

/** Delivery address, shipping and money of a seller order. */
export function PartSide({ order }: { order: SellerOrder }) {
  const { deliverTo } = order
  const leadTime = agreedLeadTime(order)
  const change = useSellerOrderChange()
  return (
    <div className="frame print:mt-4">
      <section aria-labelledby="deliver" className="side-part">
        <h2 id="deliver" className="mb-2">
          Deliver to
        </h2>
        <DeliveryAddress to={deliverTo} />
        {deliverTo.poNumber && (
          <p>
            <b>Purchase order:</b> {deliverTo.poNumber}
          </p>
        )}
        {deliverTo.notes && (
          <p dir="auto" className="mt-3 wrap-anywhere whitespace-pre-line">
            <b>Delivery notes:</b> <bdi>{deliverTo.notes}</bdi>
          </p>
        )}
      </section>
      <section aria-labelledby="shipping" className="side-part">
        <h2 id="shipping">Shipping and payment</h2>
        <dl className="pairs mt-2">
          <dt>Shipping</dt>
          <dd>{shippingText(order)}</dd>
          {order.status !== 'cancelled' && (
            <>
              <dt>{leadTime === null ? 'Promised for' : 'Lead time'}</dt>
              <dd>{leadTime ?? day(order.estimatedDelivery)}</dd>
            </>
          )}
          <OrderQuote quote={order.quote} path="/business/quotes" />
          <dt>Payment</dt>
          <dd>
            {paymentMethodLabel(order.paymentMethod)}, {order.isPaid ? 'paid' : order.isPartlyPaid ? 'partially paid' : 'not paid yet'}
          </dd>
        </dl>
        {!order.isPaid && (order.status === 'pending' || order.status === 'processing') && (
          <p className="mt-2 text-ink-2">It counts toward your earnings once it's paid. You can ship it before that.</p>
        )}
        <div className="mt-3 grid justify-items-start gap-2">
          <Parcels
            part={order}
            renderActions={(shipment) =>
              order.nextStatuses.length > 0 && (
                <ParcelActions
                  part={order}
                  shipment={shipment}
                  correct={(tracking) =>
                    change(() =>
                      api.sellerOrders.correctTracking({
                        params: { id: order.id },
                        body: { ...tracking, shipmentId: shipment.id, version: order.version },
                      }),
                    )
                  }
                  deliver={() => change(() => api.shipments.deliver({ params: { id: order.id, shipmentId: shipment.id } }))}
                >
                  <PackingFiles order={order} shipment={shipment} />
                </ParcelActions>
              )
            }
          />
        </div>
      </section>
      <PartMoney order={order} />
      <OwnOrderDocuments order={order} />
      <Withdrawals order={order} />
    </div>
  )
}

/** Withdrawals from the contract that may be about the seller's lines. Renders nothing while there are none. */
function Withdrawals({ order: { number, withdrawals } }: { order: SellerOrder }) {
  if (withdrawals.length === 0) return null
  return (
    <section aria-labelledby="withdrawal" className="side-part">
      <h2 id="withdrawal">Withdrawal</h2>
      {withdrawals.map(({ number: name, status, receivedAt }) => (
        <p key={name} className="mt-2">
          <bdi>{name}</bdi>: {WITHDRAWAL_STATUS_LABELS[status].toLowerCase()}, received <time dateTime={receivedAt}>{day(receivedAt)}</time>
        </p>
      ))}
      <p className="mt-2 text-ink-2">Our team decides on it. Products that are sent back appear in your returns.</p>
      <Link to={`/business/returns?search=${number}`} className="inline-block py-2.5">
        Returns of this order
      </Link>
    </section>
  )
}

function PartMoney({ order }: { order: SellerOrder }) {
  const { currency, freightText, subtotal, discount, shipping, tax, taxes, total, refunded } = order
  return (
    <section aria-labelledby="money" className="side-part">
      <h2 id="money">Your part</h2>
      <TotalRows
        totals={{ subtotal, discount, shipping, tax, total }}
        tax={taxes}
        currency={currency}
        promoCode={null}
        freightText={freightText}
      />
      {refunded > 0 && (
        <dl className="total-rows">
          <dt>Refunded</dt>
          <dd>−{money(refunded, currency)}</dd>
        </dl>
      )}
      <RefundList refunds={order.refunds} currency={currency} className="mt-3" />
      <RefundSellerOrder order={order} />
    </section>
  )
}
