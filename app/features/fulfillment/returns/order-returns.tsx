import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leftOf } from '#app/features/payments/refunds/unit-fields.tsx'
import { queryOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { orderReturnsQuery } from './queries.ts'
import { RequestReturn, returnablesOf } from './request-return.tsx'
import { ReturnFacts } from './return-facts.tsx'
import { ReturnState } from './return-state.tsx'

/** Returns the last day on which something of an order that is left could be returned, as `2026-03-04`. */
function lastDayOf({ items }: Order): string | undefined {
  return items
    .filter((item) => leftOf(item) > 0)
    .flatMap(({ returnUntil }) => returnUntil ?? [])
    .sort()
    .at(-1)
}

/** The returns of one's own order with their states, and the way to a new one while a window is open. */
export function OrderReturns({ order }: { order: Order }) {
  const [now] = useState(() => new Date())
  const token = useToken((state) => state.token)
  const isDelivered = order.items.some(({ returnUntil }) => returnUntil !== null)
  const { data, isError, isFetching, refetch } = useQuery({ ...queryOf(orderReturnsQuery(token, order.id)), enabled: isDelivered })
  const returns = data?.items ?? []
  const isOpen = returnablesOf(order, now).length > 0
  const ended = isOpen ? undefined : lastDayOf(order)
  if (!isDelivered || (!isOpen && !ended && !isError && returns.length === 0)) return null
  return (
    <section aria-labelledby="returns" className="mt-8">
      <h2 id="returns" className="mb-4">
        Returns
      </h2>
      <div className="grid gap-4">
        <RequestReturn order={order} now={now} />
        {ended && <p className="text-ink-2">The return window of this order ended on {day(ended)}.</p>}
        {isError && <ReadFailed text="Your returns could not be loaded." isReading={isFetching} onAgain={() => void refetch()} />}
        {returns.map((returnRequest) => (
          <article key={returnRequest.id} className="frame p-5" aria-label={`Return ${returnRequest.number}`}>
            <h3 className="mb-3 flex flex-wrap items-center justify-between gap-x-4 text-base">
              <span className="wrap-anywhere">{returnRequest.number}</span>{' '}
              <ReturnState status={returnRequest.status} isExchanged={returnRequest.exchange !== null} />
            </h3>
            {returnRequest.status === 'requested' && (
              <p className="mb-3">
                Please keep the products until <bdi>{returnRequest.businessName}</bdi> replies.
              </p>
            )}
            <ReturnFacts returnRequest={returnRequest} ordersPath="/account/orders" />
          </article>
        ))}
      </div>
    </section>
  )
}
