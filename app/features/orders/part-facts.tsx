import type { ReactNode } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import type { Shipment } from '#contract/orders/shipment.ts'
import { HistoryList } from './history-list.tsx'
import { Parcels } from './parcels.tsx'

interface PartFactsProps {
  part: Order['fulfilments'][number]
  /** Renders the actions on a parcel. */
  renderActions?: ((shipment: Shipment) => ReactNode) | undefined
}

/** Of one seller's part: its parcels, and its history to unfold. */
export function PartFacts({ part, renderActions }: PartFactsProps) {
  return (
    <div className="basis-full grid gap-0.5 text-ink-2 text-sm">
      <Parcels part={part} renderActions={renderActions} />
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
