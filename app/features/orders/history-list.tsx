import { instant } from '#app/lib/format.ts'
import type { OrderEvent } from '#contract/orders.ts'
import { ORDER_STATUS_LABELS } from '#domain/order.ts'

/** What has happened to an order or to a part of it, the newest first. */
export function HistoryList({ history }: { history: readonly OrderEvent[] }) {
  return (
    <ol className="history">
      {history.toReversed().map(({ at, from, to, by, note }) => (
        <li key={`${at} ${from ?? ''} ${to}`}>
          <p>
            <b>{from === null ? 'Placed' : `${ORDER_STATUS_LABELS[from]} to ${ORDER_STATUS_LABELS[to]}`}</b> by {by}
          </p>
          {note && <p className="wrap-anywhere">{note}</p>}
          <time dateTime={at} className="text-sm text-ink-2">
            {instant(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
