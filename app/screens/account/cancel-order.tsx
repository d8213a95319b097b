import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { isApiError } from '#contract/errors.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isPaid } from '#domain/order.ts'

const NOT_WHOLE = 'The order could not be canceled. Please try again.'
const NOT_PART = 'This part could not be canceled. Please try again.'

interface Cancelling {
  order: Order
  /** The seller whose part it is; absent: the whole order. */
  businessId?: string
  done: string
  failed: string
}

function useCancelling({ order, businessId, done, failed }: Cancelling) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      api.orders.cancel({ params: { id: order.id }, body: { ...(businessId && { businessId }), ...(reason && { reason }) } }),
    onSuccess: () => {
      setOpen(false)
      toast.success(done)
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
  const dialog = {
    isBusy: cancel.isPending,
    error: cancel.isError ? messageOf(cancel.error, failed) : undefined,
    onConfirm: (fields: FormData) => cancel.mutate(textOf(fields, 'reason')),
    onClose: () => setOpen(false),
  }
  return { isOpen, open, dialog }
}

interface CancelDialogProps {
  title: string
  confirm: string
  isBusy: boolean
  error: string | undefined
  onConfirm: (fields: FormData) => void
  onClose: () => void
  children: ReactNode
}

function CancelDialog({ children, ...dialog }: CancelDialogProps) {
  return (
    <AskDialog {...dialog} busy="Cancelling..." isDanger>
      <p>{children}</p>
      <FormDraft kind="cancel-order" />
      <TextAreaField label="Reason" name="reason" isOptional rows={3} maxLength={500} />
    </AskDialog>
  )
}

/** Cancels an order as long as nothing of it has left, after a question. */
export function CancelOrder({ order }: { order: Order }) {
  const { isOpen, open, dialog } = useCancelling({ order, done: `Order ${order.number} is canceled`, failed: NOT_WHOLE })
  return (
    <>
      <button type="button" className="button danger w-full" onClick={open}>
        Cancel order
      </button>
      {isOpen && (
        <CancelDialog {...dialog} title="Cancel this order?" confirm="Cancel order">
          All of order {order.number} is canceled and nothing of it will be sent.
          {isPaid(order.paymentStatus) && ' What you have paid goes back to you.'} This cannot be undone.
        </CancelDialog>
      )}
    </>
  )
}

interface CancelPartProps {
  order: Order
  part: Order['fulfilments'][number]
}

/** Cancels one seller's part of an order that others have a part in too, as long as it has not left, after a question. */
export function CancelPart({ order, part }: CancelPartProps) {
  const { businessId, businessName } = part
  const done = `The part of ${businessName} is canceled`
  const { isOpen, open, dialog } = useCancelling({ order, businessId, done, failed: NOT_PART })
  const live = order.fulfilments.filter(({ status }) => status !== 'cancelled')
  if (!part.canCancel || live.length < 2) return null
  return (
    <div className="no-print basis-full flex flex-wrap gap-x-3 gap-y-2 py-1">
      <button type="button" className="button small danger" onClick={open}>
        Cancel this part
        <span className="visually-hidden">
          {' '}
          of <bdi>{businessName}</bdi>
        </span>
      </button>
      {isOpen && (
        <CancelDialog {...dialog} title={`Cancel the part of ${businessName}?`} confirm="Cancel this part">
          What you ordered from <bdi>{businessName}</bdi> will not be sent; the rest of order {order.number} comes as planned.
          {isPaid(order.paymentStatus) && ' What you have paid for this part goes back to you.'} This cannot be undone.
        </CancelDialog>
      )}
    </div>
  )
}
