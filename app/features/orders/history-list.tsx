import { instant } from '#app/lib/format.ts'
import type { OrderEvent } from '#contract/orders/orders.ts'
import { ORDER_STATUS_LABELS } from '#domain/order.ts'

/** An event in words: a change of the status, or, where that stays, what its note names before the colon, such as a parcel. */
function wordsOf({ from, to, note }: OrderEvent): { what: string; more: string | null } {
  if (from === null) return { what: 'Placed', more: note }
  if (from !== to) return { what: `${ORDER_STATUS_LABELS[from]} to ${ORDER_STATUS_LABELS[to]}`, more: note }
  const [what = '', ...more] = (note ?? '').split(': ')
  return { what, more: more.join(': ') }
}

/** The history of an order or of one seller's part, newest first. */
export function HistoryList({ history }: { history: readonly OrderEvent[] }) {
  return (
    <ol className="history border-l-3 border-blue">
      {history.toReversed().map((event) => {
        const { at, from, to, by, note } = event
        const { what, more } = wordsOf(event)
        return (
          <li key={`${at} ${from ?? ''} ${to} ${note ?? ''}`} className="pl-4 pt-0.5 pb-3 last:pb-0.5">
            <p>
              <b>{what}</b> by <bdi>{by}</bdi>
            </p>
            {more && (
              <p className="wrap-anywhere">
                <bdi>{more}</bdi>
              </p>
            )}
            <time dateTime={at} className="text-sm text-ink-2">
              {instant(at)}
            </time>
          </li>
        )
      })}
    </ol>
  )
}
