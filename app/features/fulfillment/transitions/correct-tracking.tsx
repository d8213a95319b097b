import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import type { OrderStatus } from '#domain/order.ts'
import { TrackingDialog, type TrackingRequest } from './transition-dialogs.tsx'

interface CorrectTrackingProps {
  part: { status: OrderStatus; carrier: string | null; trackingNumber: string | null }
  /** Name of the seller, read out where a page shows several seller orders. */
  of?: string
  save: (tracking: TrackingRequest) => Promise<unknown>
}

/** Corrects the tracking of a seller order that is on its way; renders nothing for any other. */
export function CorrectTracking({ part, of, save }: CorrectTrackingProps) {
  const [isOpen, setOpen] = useState(false)
  const correct = useMutation({
    mutationFn: save,
    onSuccess: () => {
      setOpen(false)
      toast.success('Tracking number saved')
    },
  })
  if (part.status !== 'shipped') return null
  const open = () => {
    correct.reset()
    setOpen(true)
  }
  return (
    <>
      <button type="button" className="button small hollow no-print" onClick={open}>
        {part.trackingNumber === null ? 'Add tracking number' : 'Correct tracking'}
        {of && <span className="visually-hidden">: {of}</span>}
      </button>
      {isOpen && (
        <TrackingDialog
          part={part}
          isBusy={correct.isPending}
          error={correct.isError ? messageOf(correct.error, 'The tracking number could not be saved. Please try again.') : undefined}
          onCorrect={(tracking) => correct.mutate(tracking)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
