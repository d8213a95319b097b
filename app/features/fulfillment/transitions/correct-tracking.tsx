import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { TrackingDialog, type TrackingRequest } from './transition-dialogs.tsx'

interface CorrectTrackingProps {
  parcel: { carrier: string | null; trackingNumber: string | null }
  /** Name of the parcel, read out where a page shows several. */
  of?: string | undefined
  save: (tracking: TrackingRequest) => Promise<unknown>
}

/** Corrects the tracking of a parcel that is on its way. */
export function CorrectTracking({ parcel, of, save }: CorrectTrackingProps) {
  const [isOpen, setOpen] = useState(false)
  const correct = useMutation({
    mutationFn: save,
    onSuccess: () => {
      setOpen(false)
      toast.success('Tracking number saved')
    },
  })
  const open = () => {
    correct.reset()
    setOpen(true)
  }
  const label = parcel.trackingNumber === null ? 'Add tracking number' : 'Correct tracking'
  return (
    <>
      <button type="button" className="button small hollow no-print" aria-label={of && `${label}: ${of}`} onClick={open}>
        {label}
      </button>
      {isOpen && (
        <TrackingDialog
          parcel={parcel}
          isBusy={correct.isPending}
          error={correct.isError ? messageOf(correct.error, 'The tracking number could not be saved. Please try again.') : undefined}
          onCorrect={(tracking) => correct.mutate(tracking)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
