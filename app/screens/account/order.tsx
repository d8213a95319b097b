import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { InvoiceButton } from '#app/features/fulfillment/invoice-button.tsx'
import { OrderReturns } from '#app/features/fulfillment/returns/order-returns.tsx'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { ConfirmEmail } from '#app/features/orders/confirm-email.tsx'
import { CopyNumber } from '#app/features/orders/copy-number.tsx'
import { EstimatedDelivery } from '#app/features/orders/estimated-delivery.tsx'
import { HowToPay } from '#app/features/orders/how-to-pay.tsx'
import { LoadOrder } from '#app/features/orders/load-order.tsx'
import { OrderChanges } from '#app/features/orders/order-changes.tsx'
import { OrderCustomer } from '#app/features/orders/order-customer.tsx'
import { OrderExchanges } from '#app/features/orders/order-exchanges.tsx'
import { OrderLines } from '#app/features/orders/order-lines.tsx'
import { OrderPayment } from '#app/features/orders/order-payment.tsx'
import { OrderQuote } from '#app/features/orders/order-quote.tsx'
import { OrderSheet, PrintButton } from '#app/features/orders/order-sheet.tsx'
import { ShippedStatus } from '#app/features/orders/order-status.tsx'
import { OrderTimeline } from '#app/features/orders/order-timeline.tsx'
import { OrderTotals } from '#app/features/orders/order-totals.tsx'
import { PaymentPlan } from '#app/features/orders/payment-plan.tsx'
import { isWaiting, useFollowPayment } from '#app/features/orders/use-follow-payment.ts'
import { PayMilestone } from '#app/features/payments/cards/pay-milestone.tsx'
import { OrderDocuments } from '#app/features/payments/documents/order-documents.tsx'
import { MoneyList } from '#app/features/payments/refunds/money-list.tsx'
import { RequestLink } from '#app/features/quotes/request-link.tsx'
import { instant, money } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import type { Order } from '#contract/orders/orders.ts'
import { CancelMenu } from './cancel-order.tsx'
import { OrderWithdrawal } from './order-withdrawal.tsx'
import { Reorder } from './reorder.tsx'

const OrderPapers = lazy(() => import('./order-papers.tsx'))

export const meta = () => pageMeta({ title: 'Your order', description: 'Your order and its status.', isPrivate: true })

export default function OrderScreen() {
  const { id = '' } = useParams()
  return <Guard>{() => <LoadOrder id={id}>{(order) => <OrderPage order={order} name={id} />}</LoadOrder>}</Guard>
}

function OrderPage({ order, name }: { order: Order; name: string }) {
  return (
    <>
      <div className="wrap py-8 no-print">
        <OnScreen order={order} name={name} />
      </div>
      <OrderSheet order={order} />
    </>
  )
}

function OnScreen({ order, name }: { order: Order; name: string }) {
  useFollowPayment(order, name)
  return (
    <>
      <Link to="/account/orders" className="back-link">
        My Orders
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1>Your order</h1>
        <ShippedStatus status={order.status} counts={order.fulfilments} />
      </div>
      <div className="mt-2 mb-5">
        <CopyNumber number={order.number} />
        <p className="mt-2 text-ink-2">
          Placed <time dateTime={order.createdAt}>{instant(order.createdAt)}</time>
        </p>
      </div>
      {isWaiting(order) && (
        <p role="status" className="notice warn mb-6">
          Your items are reserved until your payment is confirmed. <Link to="/checkout">Back to payment</Link>
        </p>
      )}
      <ConfirmEmail order={order} />
      <HowToPay order={order} className="mb-6" />
      <PayMilestone order={order} name={name} />
      <div className="relative mb-6 flex flex-wrap gap-3">
        <Reorder order={order} />
        <RequestLink products={order.items} className="button hollow" />
        <InvoiceButton order={order} />
        <PrintButton />
        <CancelMenu order={order} />
      </div>
      <OrderTimeline order={order} />
      <div className="cart-columns mt-8">
        <div>
          <section aria-labelledby="ordered">
            <h2 id="ordered" className="mb-4">
              Products
            </h2>
            <OrderLines order={order} />
          </section>
          <OrderChanges order={order} />
          <OrderExchanges exchanges={order.exchanges?.filter(({ kind }) => kind === 'from')} path="/account/orders" />
          <OrderReturns order={order} />
          <Suspense>
            <OrderPapers orderId={order.id} />
          </Suspense>
        </div>
        <div className="frame print:mt-4">
          <section aria-labelledby="totals" className="side-part">
            <h2 id="totals">Total</h2>
            <OrderTotals order={order} />
          </section>
          <section aria-labelledby="payment" className="side-part">
            <h2 id="payment">Delivery and payment</h2>
            <dl className="pairs mt-3 mb-4">
              <OrderPayment order={order} />
              <EstimatedDelivery order={order} />
              <OrderQuote quote={order.quote} path="/quotes" />
            </dl>
            <OrderCustomer customer={order.customer} />
          </section>
          {order.plan && (
            <section aria-labelledby="plan" className="side-part">
              <h2 id="plan">Payment plan</h2>
              <PaymentPlan order={order} />
            </section>
          )}
          {order.payments.length + order.refunds.length > 0 && (
            <section aria-labelledby="money" className="side-part">
              <h2 id="money">Payments and refunds</h2>
              <MoneyList order={order} />
              {order.keptAmount && (
                <p className="mt-2">{money(order.keptAmount, order.currency)} more than due was paid. We'll refund it to you.</p>
              )}
            </section>
          )}
          <OrderDocuments order={order} />
          <OrderWithdrawal order={order} />
        </div>
      </div>
    </>
  )
}
