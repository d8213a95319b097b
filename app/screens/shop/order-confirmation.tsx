import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Guard, Loading } from '#app/features/kit/session/guard.tsx'
import { ConfirmEmail } from '#app/features/orders/confirm-email.tsx'
import { CopyNumber } from '#app/features/orders/copy-number.tsx'
import { EstimatedDelivery } from '#app/features/orders/estimated-delivery.tsx'
import { HowToPay } from '#app/features/orders/how-to-pay.tsx'
import { LoadOrder } from '#app/features/orders/load-order.tsx'
import { OrderCustomer } from '#app/features/orders/order-customer.tsx'
import { OrderLines } from '#app/features/orders/order-lines.tsx'
import { OrderMissing } from '#app/features/orders/order-missing.tsx'
import { OrderSheet, PrintButton } from '#app/features/orders/order-sheet.tsx'
import { OrderTotals } from '#app/features/orders/order-totals.tsx'
import { ownOrdersQuery } from '#app/features/orders/queries.ts'
import { isWaiting, useFollowPayment } from '#app/features/orders/use-follow-payment.ts'
import { queryOf } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { Queries } from '#app/lib/queries.tsx'
import { useToken } from '#app/lib/token.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { RouteHandle } from '#contract/route-handle.ts'
import { paymentMethodLabel, shippingMethodLabel } from '#domain/order.ts'

export const handle: RouteHandle = { isPrivate: true }

export const meta = () => pageMeta({ title: 'Order Confirmation', description: 'What you ordered and what happens next.', isPrivate: true })

export default function OrderConfirmationScreen() {
  const [search] = useSearchParams()
  const number = search.get('order')
  return (
    <Queries>
      <Guard>
        {() => (number ? <LoadOrder id={number}>{(order) => <Confirmed order={order} name={number} />}</LoadOrder> : <Newest />)}
      </Guard>
    </Queries>
  )
}

/** Without a number: the newest own order; to the home page when there is none. */
function Newest() {
  const token = useToken((state) => state.token)
  const navigate = useNavigate()
  const newest = useQuery(queryOf(ownOrdersQuery(token, 1, { limit: 1 })))
  const number = newest.data?.items[0]?.number
  const isNone = newest.data?.items.length === 0
  useEffect(() => {
    if (number) void navigate(`/order-confirmation?order=${encodeURIComponent(number)}`, { replace: true })
    else if (isNone) void navigate('/', { replace: true })
  }, [number, isNone, navigate])
  if (newest.isError) return <OrderMissing error={newest.error} onRetry={() => void newest.refetch()} />
  return <Loading />
}

function Confirmed({ order, name }: { order: Order; name: string }) {
  useFollowPayment(order, name)
  const isCancelled = order.status === 'cancelled'
  return (
    <>
      <div className="wrap py-8 no-print">
        <ConfirmedHead order={order} isCancelled={isCancelled} />
        <div className="cart-columns mt-8">
          <section aria-labelledby="ordered">
            <h2 id="ordered" className="mb-4">
              What you ordered
            </h2>
            <OrderLines order={order} />
          </section>
          <div className="frame print:mt-4">
            <section aria-labelledby="totals" className="side-part">
              <h2 id="totals">Total</h2>
              <OrderTotals order={order} />
            </section>
            <section aria-labelledby="goes-to" className="side-part">
              <h2 id="goes-to" className="mb-3">
                Ship to
              </h2>
              <OrderCustomer customer={order.customer} />
            </section>
            {!isCancelled && !isWaiting(order) && <NextSteps order={order} />}
          </div>
        </div>
      </div>
      <OrderSheet order={order} />
    </>
  )
}

function ConfirmedHead({ order, isCancelled }: { order: Order; isCancelled: boolean }) {
  const waits = isWaiting(order)
  return (
    <div className="frame grid items-stretch md:grid-cols-[6fr_5fr]">
      <div className="p-6 md:p-10">
        <h1>{isCancelled ? 'Order canceled' : waits ? 'Payment pending' : 'Order confirmed'}</h1>
        <p role="status" className="mt-2 mb-5 max-w-lead text-ink-2">
          {isCancelled ? (
            "This order won't be shipped."
          ) : waits ? (
            'Your items are reserved until your payment is confirmed. This page updates automatically, usually within a few seconds.'
          ) : (
            <>
              Thank you, <bdi>{order.customer.firstName}</bdi>. We have your order, and your items are reserved for you.
            </>
          )}
        </p>
        <CopyNumber number={order.number} />
        <ConfirmEmail order={order} />
        {!isCancelled && <HowToPay order={order} />}
        <dl className="pairs mt-5">
          <EstimatedDelivery order={order} />
          <dt>Payment method</dt>
          <dd>{paymentMethodLabel(order.paymentMethod)}</dd>
          <dt>Shipping method</dt>
          <dd>{shippingMethodLabel(order.shippingMethod)}</dd>
        </dl>
        <p className="mt-6 flex flex-wrap gap-3">
          {waits && (
            <Link to="/checkout" className="button">
              Back to payment
            </Link>
          )}
          <Link to={`/account/orders/${order.id}`} className={`button ${waits ? 'hollow' : ''}`}>
            View order
          </Link>
          <Link to="/products" className="button hollow">
            Continue Shopping
          </Link>
          <PrintButton />
        </p>
      </div>
      <img
        src="/drawings/scenes/taped-box.svg"
        width={800}
        height={600}
        alt=""
        fetchPriority="high"
        className="joined-drawing md:object-fill"
      />
    </div>
  )
}

function NextSteps({ order }: { order: Order }) {
  return (
    <section aria-labelledby="next" className="side-part">
      <h2 id="next">What happens next</h2>
      <ol className="mt-3 grid list-inside list-decimal gap-2">
        <li className="wrap-anywhere">An email with your order is on its way to {order.user.email}.</li>
        <li>Each seller packs and ships its part of the order.</li>
        <li>Once a part has shipped, your order shows its tracking number.</li>
      </ol>
    </section>
  )
}
