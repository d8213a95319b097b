import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { SlipsButton } from '#app/features/fulfillment/slips-button.tsx'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { CopyNumber } from '#app/features/orders/copy-number.tsx'
import { Dollars } from '#app/features/orders/dollars.tsx'
import { EstimatedDelivery } from '#app/features/orders/estimated-delivery.tsx'
import { HistoryList } from '#app/features/orders/history-list.tsx'
import { OrderChanges } from '#app/features/orders/order-changes.tsx'
import { OrderCustomer } from '#app/features/orders/order-customer.tsx'
import { OrderExchanges } from '#app/features/orders/order-exchanges.tsx'
import { OrderLines } from '#app/features/orders/order-lines.tsx'
import { OrderMissing } from '#app/features/orders/order-missing.tsx'
import { OrderPayment } from '#app/features/orders/order-payment.tsx'
import { OrderQuote } from '#app/features/orders/order-quote.tsx'
import { ShippedStatus, UnpaidMark } from '#app/features/orders/order-status.tsx'
import { OrderTimeline } from '#app/features/orders/order-timeline.tsx'
import { OrderTotals } from '#app/features/orders/order-totals.tsx'
import { adminOrderQuery } from '#app/features/orders/queries.ts'
import { StaffNotes } from '#app/features/orders/staff-notes.tsx'
import { DisputePanel } from '#app/features/payments/disputes/dispute-panel.tsx'
import { DisputeMark } from '#app/features/payments/disputes/dispute-status.tsx'
import { OrderDocuments } from '#app/features/payments/documents/order-documents.tsx'
import { queryOf } from '#app/lib/api.ts'
import { instant } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import type { Order } from '#contract/orders/orders.ts'
import { awaitsCard } from '#domain/order.ts'
import { daysUnpaid, isOverdue } from '#domain/pay-later.ts'
import { mayAct } from '#domain/permissions.ts'
import { CorrectAddress } from './order/correct-address.tsx'
import { OrderActions } from './order/order-actions.tsx'
import { OrderMails } from './order/order-mails.tsx'
import { OrderMoney } from './order/order-money.tsx'
import { OrderTags } from './order/order-tags.tsx'
import { OrderWithdrawals } from './order/order-withdrawals.tsx'
import { PaymentProblem } from './order/payment-problem.tsx'
import { SellerOrderActions, StaffParcelActions } from './order/seller-order-actions.tsx'

export const meta = () => [{ title: `Order | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function OrderScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  const order = useQuery(queryOf(adminOrderQuery(token, id)))
  if (order.data) return <OrderPage order={order.data} />
  if (order.isError) return <OrderMissing error={order.error} onRetry={() => void order.refetch()} back="/admin/orders" />
  return (
    <>
      <h1>Order</h1>
      <p role="status" className="py-4">
        Loading...
      </p>
    </>
  )
}

function OrderPage({ order }: { order: Order }) {
  const user = usePageUser()
  usePageTitle(`Order ${order.number} | ${getShop().name}`)
  return (
    <>
      <BackLink records="orders" usual="/admin/orders">
        Orders
      </BackLink>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1>Order {order.id.slice(0, 8)}</h1>
        <OrderActions order={order} />
      </div>
      <div className="mt-1 mb-5 flex flex-wrap items-center gap-x-6 gap-y-2">
        <CopyNumber number={order.number} />
        <ShippedStatus status={order.status} counts={order.fulfilments} />
        <UnpaidMark order={order} />
        <DisputeMark dispute={order.dispute} />
        <OrderTags order={order} />
        <p className="text-ink-2">
          Placed <time dateTime={order.createdAt}>{instant(order.createdAt)}</time>
        </p>
      </div>
      <PaymentProblem order={order} />
      <Overdue order={order} />
      <DisputePanel dispute={order.dispute} />
      <OrderTimeline order={order} />
      <div className="cart-columns order-columns mt-6">
        <Facts order={order} />
        <section aria-labelledby="lines">
          <h2 id="lines" className="mb-3 text-xl">
            Products
          </h2>
          <OrderLines
            order={order}
            Actions={SellerOrderActions}
            renderParcel={(part, shipment) => <StaffParcelActions order={order} part={part} shipment={shipment} />}
          />
          <OrderChanges order={order} />
          <OrderExchanges exchanges={order.exchanges} path="/admin/orders" />
        </section>
        <div className="grid content-start gap-8">
          <StaffNotes id={order.id} about="order" />
          <History order={order} />
          {user && mayAct(user, 'system.read') && <OrderMails orderId={order.id} />}
        </div>
      </div>
    </>
  )
}

/** Notice about an order that has been unpaid for long. */
function Overdue({ order }: { order: Order }) {
  const [now] = useState(() => new Date())
  const days = daysUnpaid(order, now)
  if (days === null || !isOverdue(days, order) || !order.canCancel) return null
  return (
    <p className="notice warn mb-5">
      This order has been unpaid for {days} days, and the customer was reminded. You can cancel it; its products are then restocked.
    </p>
  )
}

/** Returns whether something of the order is, or was, packed: it's not canceled and awaits no card payment. */
const hasParcel = (order: Order) => order.fulfilments.some(({ status }) => status !== 'cancelled') && !awaitsCard(order)

function Facts({ order }: { order: Order }) {
  const user = usePageUser()
  const name = <bdi>{order.user.name}</bdi>
  const dollars = { totalAmount: order.totalUSD, totalInCurrency: order.totalAmount, currency: order.currency }
  return (
    <div className="frame print:mt-4">
      <section aria-labelledby="customer" className="side-part">
        <h2 id="customer">Customer</h2>
        <p className="mt-2 mb-3">
          {order.buyerId && user && mayAct(user, 'people.read') ? <Link to={`/admin/users/${order.buyerId}`}>{name}</Link> : name}
          <br />
          <a href={`mailto:${order.user.email}`} className="break-all">
            {order.user.email}
          </a>
        </p>
        <h3 className="mt-4 mb-1 text-base">Delivery address</h3>
        <OrderCustomer customer={order.customer} />
        <CorrectAddress order={order} />
        {hasParcel(order) && (
          <p className="no-print mt-3">
            <SlipsButton
              path="/api/admin/packing-slips.pdf"
              total={1}
              load={async () => [order]}
              className="button hollow small min-h-11"
            />
          </p>
        )}
      </section>
      <section aria-labelledby="payment" className="side-part">
        <h2 id="payment">Payment and delivery</h2>
        <dl className="pairs mt-2">
          <OrderPayment order={order} />
          <EstimatedDelivery order={order} />
          <OrderQuote quote={order.quote} path="/admin/quotes" />
        </dl>
      </section>
      <OrderMoney order={order} />
      <OrderDocuments order={order} />
      <OrderWithdrawals order={order} />
      <section aria-labelledby="total" className="side-part">
        <h2 id="total">Total</h2>
        <OrderTotals order={order} />
        {order.agreedReason !== undefined && (
          <p dir="auto" className="notice mt-3 whitespace-pre-line">
            <b>Differs from the list:</b> {order.agreedReason}
          </p>
        )}
        {order.currency === 'EUR' && (
          <p className="mt-3 text-sm">
            In dollars at the time of the order: <Dollars order={dollars} />
          </p>
        )}
      </section>
    </div>
  )
}

function History({ order }: { order: Order }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-xl">
        History
      </h2>
      <HistoryList history={order.history} />
    </section>
  )
}
