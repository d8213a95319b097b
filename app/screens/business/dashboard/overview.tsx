import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { figure, money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import type { BusinessStats } from '#contract/catalog/seller-products.ts'
import { pluralize } from '#domain/text.ts'

const OwnTrend = lazy(() => import('./own-trend.tsx'))

interface Task {
  text: string
  advice: string
  /** Page of the task. */
  to: string
}

const LIST = '/business/dashboard?tab='

/** Returns a seller's tasks, most urgent first. */
function tasksOf(stats: BusinessStats): Task[] {
  const { newOrders, ordersToShip, lowStock, incompleteProducts, totalProducts, activeProducts, suspendedProducts } = stats
  const { returnsToAnswer, returnsToRefund, paperCopies } = stats
  const inactive = totalProducts - activeProducts - suspendedProducts
  const levels = getShop().stock
  const tasks: (Task | false)[] = [
    newOrders > 0 && {
      text: `${pluralize(newOrders, 'new order')} to accept`,
      advice: 'The buyer is notified right away',
      to: '/business/orders?status=pending',
    },
    ordersToShip > 0 && {
      text: `${pluralize(ordersToShip, 'order')} to ship`,
      advice: 'Pack the items, then add carrier and tracking number',
      to: '/business/orders?status=processing',
    },
    returnsToAnswer > 0 && {
      text: `${pluralize(returnsToAnswer, 'return')} to answer`,
      advice: 'A customer is waiting for your reply',
      to: '/business/returns?status=requested',
    },
    returnsToRefund > 0 && {
      text: `${pluralize(returnsToRefund, 'return')} to refund`,
      advice: 'The items have arrived',
      to: '/business/returns?status=received',
    },
    paperCopies > 0 && {
      text: `${pluralize(paperCopies, 'paper copy', 'paper copies')} to send`,
      advice: 'A buyer asked for a manual on paper',
      to: '/business/papers',
    },
    lowStock > 0 && {
      text: `${pluralize(lowStock, 'product')} with fewer than ${levels.low} units`,
      advice: `Restock to ${figure(levels.restock)} or more units`,
      to: `${LIST}low-stock`,
    },
    incompleteProducts > 0 && {
      text: `${pluralize(incompleteProducts, 'product')} without an image or a full description`,
      advice: 'Buyers skip products without them',
      to: `${LIST}products&incomplete=true`,
    },
    suspendedProducts > 0 && {
      text: `${pluralize(suspendedProducts, 'product')} suspended by our team`,
      advice: 'Contact support to learn why',
      to: `${LIST}products&status=Suspended`,
    },
    inactive > 0 && {
      text: `${pluralize(inactive, 'product')} hidden from customers`,
      advice: 'Choose which ones to show',
      to: `${LIST}products&status=Inactive`,
    },
    totalProducts === 0 && { text: 'No products yet', advice: 'Add your first one', to: '/business/products/new' },
  ]
  return tasks.filter((task) => task !== false)
}

/** Tasks first, then the last 30 days and the figures. */
export function Overview({ stats }: { stats: BusinessStats }) {
  const tasks = tasksOf(stats)
  return (
    <>
      <section aria-labelledby="next" className="mt-6">
        <h2 id="next" className="text-xl">
          Do next
        </h2>
        {tasks.length === 0 && <p className="panel mt-3 p-5 text-ink-2">You're all caught up.</p>}
        {tasks.length > 0 && (
          <ul className="frame mt-3">
            {tasks.map(({ text, advice, to }) => (
              <li
                key={text}
                className="flex flex-wrap justify-between gap-x-4.5 gap-y-0.5 px-4 py-2.5 not-first:border-t-[1.5px] not-first:border-line"
              >
                <Link to={to}>{text}</Link>
                <span className="text-ink-2">{advice}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Suspense fallback={<div className="skeleton mt-8 h-90" />}>
        <OwnTrend />
      </Suspense>
      <section aria-labelledby="figures" className="mt-8">
        <h2 id="figures" className="text-xl">
          At a glance
        </h2>
        <Tiles
          perRow={4}
          tiles={[
            { value: figure(stats.totalProducts), label: 'Products' },
            { value: figure(stats.activeProducts), label: 'Active products' },
            { value: figure(stats.featuredProducts), label: 'Featured products' },
            { value: figure(stats.totalProducts - stats.activeProducts), label: 'Hidden products' },
            { value: figure(stats.lowStock), label: 'Low stock' },
            { value: money(stats.inventoryValue, 'USD'), label: 'Inventory value' },
            { value: figure(stats.unitsSold), label: 'Units sold' },
            { value: money(stats.revenue, 'USD'), label: 'Sold, before discounts and tax' },
          ]}
        />
      </section>
    </>
  )
}
