import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, isApiError, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Order } from '#contract/orders.ts'
import { isPaid } from '#domain/order.ts'

const FAILED = 'The order could not be cancelled. Please try again.'

/** Cancels an order as long as nothing of it has left, after a question. */
export function CancelOrder({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: (reason: string) => api.orders.cancel({ params: { id: order.id }, body: reason ? { reason } : {} }),
    onSuccess: () => {
      setOpen(false)
      toast.success(`Order ${order.number} is cancelled`)
    },
    // after a refusal the order may have no such button, and no dialog, any more
    onError: (error) => {
      if (isApiError(error) && error.status === 409) toast.error(error.detail)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  })
  const open = () => {
    cancel.reset()
    setOpen(true)
  }
  return (
    <>
      <button type="button" className="button danger w-full" onClick={open}>
        Cancel order
      </button>
      {isOpen && (
        <AskDialog
          title="Cancel this order?"
          confirm="Cancel order"
          busy="Cancelling..."
          isDanger
          isBusy={cancel.isPending}
          error={cancel.isError ? messageOf(cancel.error, FAILED) : undefined}
          onConfirm={(fields) => cancel.mutate(textOf(fields, 'reason'))}
          onClose={() => setOpen(false)}
        >
          <p>
            All of order {order.number} is cancelled and nothing of it will be sent.
            {isPaid(order.paymentStatus) && ' What you have paid goes back to you.'} This cannot be undone.
          </p>
          <TextAreaField label="Reason" name="reason" isOptional rows={3} maxLength={500} />
        </AskDialog>
      )}
    </>
  )
}
