import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Shipment } from '#contract/orders/shipment.ts'
import type { OrderStatus } from '#domain/order.ts'
import { CorrectTracking } from './correct-tracking.tsx'
import type { TrackingRequest } from './transition-dialogs.tsx'

interface ParcelActionsProps {
  part: { status: OrderStatus; shipments: readonly Shipment[]; toShipCount: number }
  shipment: Shipment
  /** Name of the seller, read out where a page shows several. */
  seller?: string
  correct: (tracking: TrackingRequest) => Promise<unknown>
  deliver: () => Promise<unknown>
  /** More actions, where it is one of several. */
  children?: ReactNode
}

/** Corrects the tracking of a parcel on its way, and marks one of several as delivered: the only one arrives with its seller order. */
export function ParcelActions({ part, shipment, seller, correct, deliver, children }: ParcelActionsProps) {
  const arrive = useMutation({
    mutationFn: deliver,
    onSuccess: () => toast.success(`Parcel ${shipment.number} marked as delivered`),
    onError: (error) => toast.error(messageOf(error, 'The parcel could not be changed. Please try again.')),
  })
  const isOnItsWay = shipment.deliveredAt === null
  const isOne = part.shipments.length === 1 && part.toShipCount === 0
  if (!isOnItsWay && (isOne || !children)) return null
  const name = [part.shipments.length > 1 && `parcel ${shipment.number}`, seller].filter(Boolean).join(', ') || undefined
  return (
    <div className="no-print flex flex-wrap gap-2 py-1">
      {isOnItsWay && <CorrectTracking parcel={shipment} of={name} save={correct} />}
      {isOnItsWay && !isOne && (
        <BusyButton
          className="button small hollow"
          aria-label={name && `Mark as delivered: ${name}`}
          isBusy={arrive.isPending}
          busy="Saving..."
          onPress={() => arrive.mutate()}
        >
          Mark as delivered
        </BusyButton>
      )}
      {!isOne && children}
    </div>
  )
}
