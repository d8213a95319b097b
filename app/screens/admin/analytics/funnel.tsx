import { Link } from 'react-router'
import { OrderStatusWord } from '#app/features/orders/order-status.tsx'
import { figure } from '#app/lib/format.ts'
import type { Analytics } from '#contract/reporting/analytics.ts'
import { ORDER_STATUSES } from '#domain/order.ts'

/** Funnel of the orders of the period: each stage counts the orders that have reached it. */
export function Funnel({ figures: { statuses, from, to } }: { figures: Analytics }) {
  const { processing, shipped, delivered } = statuses
  const placed = ORDER_STATUSES.reduce((sum, status) => sum + statuses[status], 0)
  const stages = [
    { name: 'Placed', count: placed },
    { name: 'Processing or later', count: processing + shipped + delivered },
    { name: 'Shipped or later', count: shipped + delivered },
    { name: 'Delivered', count: delivered },
  ]
  const share = (count: number) => (placed > 0 ? (count / placed) * 100 : 0)
  return (
    <section aria-labelledby="funnel" className="analytics-part">
      <h2 className="px-4 pt-3.5 pb-2 text-lg" id="funnel">
        Order funnel
      </h2>
      {placed === 0 ? (
        <p className="p-4 text-ink-2">No orders in this period.</p>
      ) : (
        <>
          <ol className="grid gap-3 px-4 pt-1 pb-3">
            {stages.map(({ name, count }) => (
              <li key={name}>
                <p>
                  <b>{name}</b> {figure(count)} <span className="text-ink-2">({share(count).toFixed(0)}%)</span>
                </p>
                <span className="share-bar h-3.5 block mt-1 bg-sunken" aria-hidden="true">
                  <span style={{ width: `${share(count)}%` }} />
                </span>
              </li>
            ))}
          </ol>
          <p className="px-4 pt-1 text-ink-2">Status today</p>
          <ul className="flex flex-wrap gap-x-5 gap-y-0.5 px-4">
            {ORDER_STATUSES.map((status) => (
              <li key={status}>
                <Link
                  to={`/admin/orders?${new URLSearchParams({ status, from, to })}`}
                  className="py-2 inline-flex gap-2 min-h-11 items-center"
                >
                  <OrderStatusWord status={status} /> {figure(statuses[status])}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
