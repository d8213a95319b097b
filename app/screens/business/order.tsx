import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PaperCopies } from '#app/features/catalog/papers/paper-copies.tsx'
import { PackingSheet } from '#app/features/fulfillment/seller-orders/packing-sheet.tsx'
import { sellerOrderQuery } from '#app/features/fulfillment/seller-orders/queries.ts'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { HistoryList } from '#app/features/orders/history-list.tsx'
import { OrderExchanges } from '#app/features/orders/order-exchanges.tsx'
import { OrderMissing } from '#app/features/orders/order-missing.tsx'
import { ShippedStatus } from '#app/features/orders/order-status.tsx'
import { OrderTimeline } from '#app/features/orders/order-timeline.tsx'
import { OwnDisputePanel } from '#app/features/payments/disputes/dispute-panel.tsx'
import { DisputeMark } from '#app/features/payments/disputes/dispute-status.tsx'
import { queryOf } from '#app/lib/api.ts'
import { instant, money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { mayCoverUnsent } from '#domain/to-pack.ts'
import { OwnLines } from './order/own-lines.tsx'
import { PackingSlip } from './order/packing-slip.tsx'
import { PartSide } from './order/part-side.tsx'
import { SellerOrderActions } from './order/seller-order-actions.tsx'

export const meta = () => [{ title: `Order | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function OrderScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  const order = useQuery(queryOf(sellerOrderQuery(token, id)))
  if (order.data) return <OrderPage order={order.data} />
  if (order.isError) return <OrderMissing error={order.error} onRetry={() => void order.refetch()} back="/business/orders" />
  return (
    <>
      <h1>Order</h1>
      <p role="status" className="py-4">
        Loading...
      </p>
    </>
  )
}

const NOT_APPROVED = 'Your business is not approved to sell at the moment. You can view this order, but only our team can update it.'

/** Warning about a refund of products that may not have shipped. */
function refundWords({ refunded, total, currency }: SellerOrder): string {
  return refunded >= total
    ? 'Your part was refunded in full. Please ask our team before you ship it.'
    : `${money(refunded, currency)} of your part was refunded. Please ask our team before you ship the products that this refund may cover.`
}

function OrderPage({ order }: { order: SellerOrder }) {
  const isToPack = order.status === 'pending' || order.status === 'processing'
  usePageTitle(`Order ${order.number} | ${getShop().name}`)
  const isOpen = order.status !== 'delivered' && order.status !== 'cancelled'
  return (
    <>
      <div className="no-print">
        <BackLink records="seller-orders" usual="/business/orders">
          Orders
        </BackLink>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="wrap-anywhere">Order {order.number}</h1>
          <SellerOrderActions order={order} />
        </div>
        <div className="mt-2 mb-5 flex flex-wrap items-center gap-x-6 gap-y-1">
          <ShippedStatus status={order.status} counts={order} />
          <DisputeMark dispute={order.dispute} />
          <p className="text-ink-2">
            Placed <time dateTime={order.createdAt}>{instant(order.createdAt)}</time>
          </p>
        </div>
        {isOpen && order.nextStatuses.length === 0 && <p className="notice warn mb-5">{NOT_APPROVED}</p>}
        {isToPack && mayCoverUnsent(order.refunds, order.items) && <p className="notice warn mb-5">{refundWords(order)}</p>}
        <OwnDisputePanel dispute={order.dispute} />
        <OrderTimeline order={order} />
        <div className="cart-columns order-columns mt-6">
          <PartSide order={order} />
          <section aria-labelledby="lines">
            <h2 id="lines" className="mb-3 text-xl">
              {isToPack ? 'To pack' : 'Products'}
            </h2>
            <OwnLines order={order} />
            <OrderExchanges exchanges={order.exchanges} path="/business/orders" />
            <PackingSlip order={order} />
            <PaperCopies orderId={order.id} />
          </section>
          <section aria-labelledby="history">
            <h2 id="history" className="mb-3 text-xl">
              History
            </h2>
            <HistoryList history={order.history} />
          </section>
        </div>
      </div>
      <PackingSheet order={order} />
    </>
  )
}
