import { StatusActions } from '#app/features/fulfillment/transitions/status-actions.tsx'
import type { TransitionDialogProps, TransitionRequest } from '#app/features/fulfillment/transitions/transition-dialogs.tsx'
import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { useMayWrite } from '#app/features/kit/frame/writers.tsx'
import { STEP_LABELS } from '#app/features/orders/order-status.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/order.ts'
import { ChangeOrder } from './change-order.tsx'

const LABELS: Record<OrderStatus, string> = {
  ...STEP_LABELS,
  cancelled: 'Cancel order',
}

/** The next statuses of an order as buttons: only those that are allowed now. */
export function OrderActions({ order }: { order: Order }) {
  const change = useOrderChange()
  if (!useMayWrite()) return null
  const params = { id: order.id }
  const { version } = order
  const live = order.fulfilments.filter(({ status }) => status !== 'cancelled')
  const send = ({ lines, status, reason, ...request }: TransitionRequest) =>
    lines
      ? api.shipments.staffShip({ params, body: { lines, ...request, version } })
      : api.orders.setStatus({ params, body: { ...request, status, reason, version } })
  return (
    <div className="no-print flex flex-wrap gap-3">
      <StatusActions
        nextStatuses={order.nextStatuses}
        labels={LABELS}
        {...(live.length === 1 && { items: order.items.filter(({ businessId }) => businessId === live[0]?.businessId) })}
        send={(request) => change(() => send(request))}
        doneText={({ status }, asked) =>
          status === asked ? `Order is now ${ORDER_STATUS_LABELS[status].toLowerCase()}` : 'Parcel marked as shipped'
        }
        mayRelease
        failed="The status of the order could not be changed. Please try again."
        renderCancelDialog={(dialog) => <CancelOrderDialog {...dialog} isRefunded={order.paidAmount > order.refundedAmount} />}
      />
      <ChangeOrder order={order} />
    </div>
  )
}

function CancelOrderDialog({ isRefunded, onConfirm, ...dialog }: TransitionDialogProps & { isRefunded: boolean }) {
  return (
    <AskDialog
      {...dialog}
      title="Cancel this order?"
      confirm="Cancel order"
      busy="Canceling..."
      isDanger
      onConfirm={(fields) => onConfirm({ status: 'cancelled', reason: textOf(fields, 'reason') || undefined })}
    >
      <p>
        Nothing will be shipped, and its products are restocked.
        {isRefunded && ' The customer is refunded.'} This can't be undone.
      </p>
      <FormDraft kind="cancel-order" />
      <TextAreaField label="Reason" name="reason" isOptional rows={3} maxLength={500} hint="Shown in the order history." />
    </AskDialog>
  )
}
