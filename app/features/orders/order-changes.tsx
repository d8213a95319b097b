import { instant, money } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Changes of an order's lines since it was placed: what, why, and what it came to. */
export function OrderChanges({ order }: { order: Order }) {
  if (!order.changes) return null
  const show = (amount: number) => money(amount, order.currency)
  return (
    <section aria-labelledby="changes" className="mt-8">
      <h2 id="changes" className="mb-3 text-xl">
        Changes since it was placed
      </h2>
      <ul className="frame">
        {order.changes.map(({ id, at, reason, lines, before, after, refunded }) => (
          <li key={id} className="px-5 py-3 not-first:fold-t">
            <time dateTime={at} className="text-sm text-ink-2">
              {instant(at)}
            </time>
            <ul className="my-1 list-inside list-disc wrap-anywhere">
              {lines.map((line) => (
                <li key={line}>
                  <bdi>{line}</bdi>
                </li>
              ))}
            </ul>
            {reason && (
              <p className="wrap-anywhere whitespace-pre-line">
                Reason: <bdi>{reason}</bdi>
              </p>
            )}
            <p>
              Total <b className="price">{show(after)}</b> instead of {show(before)}
              {refunded > 0 && `, ${show(refunded)} refunded`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
