import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ordersKey } from '#app/features/orders/queries.ts'
import { messageOf } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { OrderStatus } from '#domain/order.ts'
import { type AskedTracking, TrackingDialog } from './move-dialogs.tsx'

interface CorrectTrackingProps {
  part: { status: OrderStatus; carrier: string | null; trackingNumber: string | null }
  /** Whose part it is, where a page shows several. */
  of?: string
  save: (tracking: AskedTracking) => Promise<unknown>
}

/** Corrects how a part that is on its way travels; nothing where it is not on its way. */
export function CorrectTracking({ part, of, save }: CorrectTrackingProps) {
  const [isOpen, setOpen] = useState(false)
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const correct = useMutation({
    mutationFn: save,
    onSuccess: () => {
      setOpen(false)
      toast.success('Tracking number saved')
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ordersKey(token) })
      await client.invalidateQueries({ queryKey: officeKey(token) })
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
        {of && <span className="visually-hidden"> of {of}</span>}
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
