import { instant } from '#app/lib/format.ts'
import type { OrderEvent } from '#contract/orders/orders.ts'
import { ORDER_STATUS_LABELS, ORDER_STATUSES, type OrderStatus } from '#domain/order.ts'

const WAY = ORDER_STATUSES.filter((status) => status !== 'cancelled')

/** An order, or a part of one, as far as its way is concerned. */
interface Travelling {
  status: OrderStatus
  history: readonly OrderEvent[]
}

/** The stations of an order: those it has passed, and those that are to come unless it was canceled. */
function stationsOf({ history, status }: Travelling): { status: OrderStatus; at: string | null }[] {
  const passed = new Map(history.flatMap(({ from, to, at }) => (from === to ? [] : [[to, at]])))
  const isCancelled = status === 'cancelled'
  const stations: readonly OrderStatus[] = isCancelled ? [...WAY.filter((station) => passed.has(station)), 'cancelled'] : WAY
  return stations.map((station) => ({ status: station, at: passed.get(station) ?? null }))
}

/** The way of an order as a strip of joined panels. */
export function OrderTimeline({ order }: { order: Travelling }) {
  return (
    <ol className="timeline frame" aria-label="Progress of the order">
      {stationsOf(order).map(({ status, at }) => (
        <li key={status} data-passed={at !== null || undefined} aria-current={status === order.status ? 'step' : undefined}>
          <b>{ORDER_STATUS_LABELS[status]}</b>
          <span className="text-sm">{at === null ? 'Not yet' : instant(at)}</span>
        </li>
      ))}
    </ol>
  )
}
