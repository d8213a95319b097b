import type { ReactNode } from 'react'
import { figure, instant } from '#app/lib/format.ts'
import type { Shipment } from '#contract/orders/shipment.ts'
import { Tracking } from './tracking.tsx'

interface ParcelsProps {
  part: { shipments: readonly Shipment[]; toShipCount: number }
  /** Renders the actions on a parcel. */
  renderActions?: ((shipment: Shipment) => ReactNode) | undefined
}

/** Parcels of a seller order: how each travels, and, where there are several or more are to come, what is in it. */
export function Parcels({ part: { shipments, toShipCount }, renderActions }: ParcelsProps) {
  if (shipments.length === 0) return null
  const isOne = shipments.length === 1 && toShipCount === 0
  return (
    <ul className="grid gap-3">
      {shipments.map((shipment) => (
        <li key={shipment.id} className="grid gap-0.5 text-sm text-ink-2">
          {!isOne && (
            <p className="text-ink">
              <b>Parcel {shipment.number}:</b>{' '}
              {shipment.items.map(({ id, name, quantity }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  {figure(quantity)} × <bdi>{name}</bdi>
                </span>
              ))}
            </p>
          )}
          <Tracking carrier={shipment.carrier} trackingNumber={shipment.trackingNumber} />
          <p>
            Shipped <time dateTime={shipment.shippedAt}>{instant(shipment.shippedAt)}</time>
          </p>
          {shipment.deliveredAt !== null && (
            <p>
              Delivered <time dateTime={shipment.deliveredAt}>{instant(shipment.deliveredAt)}</time>
            </p>
          )}
          {renderActions?.(shipment)}
        </li>
      ))}
    </ul>
  )
}
