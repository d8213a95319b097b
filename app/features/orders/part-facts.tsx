import { instant } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { HistoryList } from './history-list.tsx'
import { Tracking } from './tracking.tsx'

/** Of one seller's part: when it left and arrived, how it travels, and its history to unfold. */
export function PartFacts({ part }: { part: Order['fulfilments'][number] }) {
  const dates = [
    ['Shipped', part.shippedAt],
    ['Delivered', part.deliveredAt],
  ] as const
  return (
    <div className="basis-full grid gap-0.5 text-ink-2 text-sm">
      <Tracking carrier={part.carrier} trackingNumber={part.trackingNumber} />
      {dates.map(
        ([word, at]) =>
          at !== null && (
            <p key={word}>
              {word} <time dateTime={at}>{instant(at)}</time>
            </p>
          ),
      )}
      {part.history.length > 1 && (
        <details className="part-history no-print">
          <summary className="inline-flex items-center min-h-11 w-fit text-blue cursor-pointer underline underline-offset-3">
            History
            <span className="visually-hidden">
              {' '}
              of the part from <bdi>{part.businessName}</bdi>
            </span>
          </summary>
          <HistoryList history={part.history} />
        </details>
      )}
    </div>
  )
}
