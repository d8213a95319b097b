import { instant } from '#app/lib/format.ts'
import type { OrderEvent } from '#contract/orders/orders.ts'
import { ORDER_STATUS_LABELS } from '#domain/order.ts'

/** A move in words; one that goes nowhere is a corrected tracking number. */
function wordsOf({ from, to }: Pick<OrderEvent, 'from' | 'to'>): string {
  if (from === null) return 'Placed'
  return from === to ? 'Tracking corrected' : `${ORDER_STATUS_LABELS[from]} to ${ORDER_STATUS_LABELS[to]}`
}

/** The history of an order or of one seller's part, newest first. */
export function HistoryList({ history }: { history: readonly OrderEvent[] }) {
  return (
    <ol className="history border-l-3 border-blue">
      {history.toReversed().map(({ at, from, to, by, note }) => (
        <li key={`${at} ${from ?? ''} ${to}`} className="pl-4 pt-0.5 pb-3 last:pb-0.5">
          <p>
            <b>{wordsOf({ from, to })}</b> by <bdi>{by}</bdi>
          </p>
          {note && (
            <p className="wrap-anywhere">
              <bdi>{note}</bdi>
            </p>
          )}
          <time dateTime={at} className="text-sm text-ink-2">
            {instant(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
