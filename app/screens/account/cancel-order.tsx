import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { useDisclosure } from '#app/lib/use-disclosure.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { isApiError } from '#contract/errors.ts'
import type { Order } from '#contract/orders/orders.ts'

const NOT_WHOLE = 'The order could not be canceled. Please try again.'
const NOT_PART = 'This part of the order could not be canceled. Please try again.'

type Part = Order['fulfilments'][number]

/** Returns true if something of a part has left, so that only the rest of it can be canceled. */
const isBegun = ({ shippedCount }: Part) => shippedCount > 0

interface CancelDialogProps {
  order: Order
  /** The seller's part; null: the whole order. */
  part: Part | null
  onClose: () => void
}

const wordOf = (part: Part) => (isBegun(part) ? 'rest' : 'part')

/** Asks whether to cancel an order, or one seller's part of it, and cancels it. */
function CancelDialog({ order, part, onClose }: CancelDialogProps) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      api.orders.cancel({ params: { id: order.id }, body: { ...(part && { businessId: part.businessId }), ...(reason && { reason }) } }),
    onSuccess: () => {
      onClose()
      toast.success(part ? `The ${wordOf(part)} from ${part.businessName} is canceled` : `Order ${order.number} is canceled`)
    },
    // after a refusal the order may have no such action, and no dialog, any more
    onError: (error) => {
      if (isApiError(error) && error.status === 409) toast.error(error.detail)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  })
  const hasPaid = order.paidAmount > order.refundedAmount
  return (
    <AskDialog
      title={part ? `Cancel the ${wordOf(part)} from ${part.businessName}?` : 'Cancel this order?'}
      confirm={part ? (isBegun(part) ? 'Cancel the rest' : 'Cancel this part') : 'Cancel order'}
      busy="Canceling..."
      isDanger
      isBusy={cancel.isPending}
      error={cancel.isError ? messageOf(cancel.error, part ? NOT_PART : NOT_WHOLE) : undefined}
      onConfirm={(fields: FormData) => cancel.mutate(textOf(fields, 'reason'))}
      onClose={onClose}
    >
      {part ? (
        <p>
          {isBegun(part) ? 'The products that have not shipped' : 'Your products'} from <bdi>{part.businessName}</bdi> won't be shipped.{' '}
          {order.fulfilments.length > 1 && `The rest of order ${order.number} ships as planned. `}
          {hasPaid && `We refund what you paid for ${isBegun(part) ? 'them' : 'this part'}. `}This cannot be undone.
        </p>
      ) : (
        <p>
          The whole order {order.number} is canceled, and nothing is shipped. {hasPaid && ' We refund what you paid.'} This cannot be
          undone.
        </p>
      )}
      <FormDraft kind="cancel-order" />
      <TextAreaField label="Reason" name="reason" isOptional rows={3} maxLength={500} />
    </AskDialog>
  )
}

/**
 * Menu of what can be canceled: the order as long as nothing of it has left, and the parts of its sellers that have not; nothing where
 * nothing can.
 */
export function CancelMenu({ order }: { order: Order }) {
  const { isOpen, close, root, button } = useDisclosure()
  const [asked, setAsked] = useState<{ part: Part | null } | null>(null)
  const id = useId()
  const live = order.fulfilments.filter(({ status }) => status !== 'cancelled')
  const parts = live.filter((part) => part.canCancel && (live.length > 1 || isBegun(part)))
  const ask = (part: Part | null) => {
    button.ref.current?.focus() // the dialog gives the focus back to what is still there
    close()
    setAsked({ part })
  }
  if (!order.canCancel && parts.length === 0 && !asked) return null
  return (
    <div className="flex sm:relative" {...root}>
      <button type="button" className="link-button inline-flex items-center gap-1" aria-controls={id} {...button}>
        Cancel
        <ChevronDownIcon />
      </button>
      <div id={id} className="menu left-0 right-auto z-10" data-menu hidden={!isOpen}>
        <ul>
          {order.canCancel && (
            <li>
              <button type="button" onClick={() => ask(null)}>
                Cancel order
              </button>
            </li>
          )}
          {parts.map((part) => (
            <li key={part.businessId}>
              <button type="button" onClick={() => ask(part)}>
                Cancel the {wordOf(part)} from <bdi>{part.businessName}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {asked && <CancelDialog order={order} part={asked.part} onClose={() => setAsked(null)} />}
    </div>
  )
}
