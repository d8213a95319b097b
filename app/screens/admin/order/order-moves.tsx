import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AskedMove, ShipDialog } from '#app/features/fulfillment/transitions/move-dialogs.tsx'
import { adminOrderQuery, ordersKey } from '#app/features/orders/queries.ts'
import { api, isApiError, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { isPaid, ORDER_STATUS_LABELS, type OrderStatus } from '#domain/order.ts'

const MOVE_LABELS: Record<OrderStatus, string> = {
  pending: 'Back to pending',
  processing: 'Start processing',
  shipped: 'Mark as shipped',
  delivered: 'Mark as delivered',
  cancelled: 'Cancel order',
}

/** The moves that ask for something before they are made. */
const ASKS: readonly OrderStatus[] = ['shipped', 'cancelled']

/** The next states of an order as buttons: only those that are allowed now (D232). */
export function OrderMoves({ order }: { order: Order }) {
  const [asked, setAsked] = useState<OrderStatus | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const move = useMutation({
    mutationFn: (body: AskedMove) => api.orders.setStatus({ params: { id: order.id }, body: { ...body, version: order.version } }),
    onMutate: () => setRefusal(undefined),
    onSuccess: (moved) => {
      setAsked(null)
      client.setQueryData(adminOrderQuery(token, order.id).queryKey, moved)
      toast.success(`Order is now ${ORDER_STATUS_LABELS[moved.status].toLowerCase()}`)
    },
    onError: (error) => {
      setRefusal(messageOf(error, 'The order could not be moved. Please try again.'))
      if (isApiError(error) && error.status === 409) setAsked(null)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey(token) }),
  })
  const start = (status: OrderStatus) => {
    setRefusal(undefined)
    if (ASKS.includes(status)) setAsked(status)
    else if (!move.isPending) move.mutate({ status })
  }
  const dialog = { isBusy: move.isPending, error: refusal, onClose: () => setAsked(null) }
  return (
    <div className="no-print">
      <p className="flex flex-wrap gap-3">
        {order.nextStatuses.map((status) => (
          <button
            key={status}
            type="button"
            className={status === 'cancelled' ? 'button danger' : 'button'}
            aria-disabled={move.isPending || undefined}
            onClick={() => start(status)}
          >
            {MOVE_LABELS[status]}
          </button>
        ))}
      </p>
      {refusal && asked === null && (
        <p role="alert" className="notice bad mt-3">
          {refusal}
        </p>
      )}
      {asked === 'shipped' && <ShipDialog {...dialog} onMove={(body) => move.mutate(body)} />}
      {asked === 'cancelled' && (
        <AskDialog
          {...dialog}
          title="Cancel this order?"
          confirm="Cancel order"
          busy="Cancelling..."
          isDanger
          onConfirm={(fields) => move.mutate({ status: 'cancelled', reason: textOf(fields, 'reason') || undefined })}
        >
          <p>
            Nothing of it will be sent, and its goods go back on the shelf.
            {isPaid(order.paymentStatus) && ' What was paid goes back to the customer.'} This cannot be undone.
          </p>
          <TextAreaField label="Reason" name="reason" isOptional rows={3} maxLength={500} hint="Kept in the history of the order." />
        </AskDialog>
      )}
    </div>
  )
}
