import { day } from '#app/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { AGREED_FREIGHT_DAYS } from '#domain/delivery.ts'
import { agreedLeadTime } from './order-quote.tsx'

/**
 * The estimated delivery of an order, a pair of a `<dl>`: the lead time of its offer, else one day where everything arrives together, else
 * one for each seller; nothing for services alone.
 */
export function EstimatedDelivery({ order }: { order: Order }) {
  if (order.status === 'cancelled' || order.items.every(({ kind }) => kind === 'service')) return null
  const leadTime = agreedLeadTime(order)
  if (leadTime !== null) {
    return (
      <>
        <dt>Lead time</dt>
        <dd>{leadTime}</dd>
      </>
    )
  }
  const parts = order.fulfilments.filter(({ status }) => status !== 'cancelled')
  const days = new Set(parts.map(({ estimatedDelivery }) => estimatedDelivery))
  return (
    <>
      <dt className={days.size > 1 ? 'col-span-full' : undefined}>Estimated delivery</dt>
      {days.size <= 1 ? (
        <dd>
          {day([...days][0] ?? order.estimatedDelivery)}
          {order.freightText !== null && <span className="block text-sm font-normal text-ink-2">{AGREED_FREIGHT_DAYS}</span>}
        </dd>
      ) : (
        <dd className="col-span-full">
          {parts.map(({ businessId, businessName, estimatedDelivery }) => (
            <span key={businessId} className="block not-first:mt-1">
              <bdi>{businessName}</bdi>: {day(estimatedDelivery)}
            </span>
          ))}
        </dd>
      )}
    </>
  )
}
