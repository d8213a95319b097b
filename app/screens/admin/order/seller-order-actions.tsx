import { CorrectTracking } from '#app/features/fulfillment/transitions/correct-tracking.tsx'
import { StatusActions } from '#app/features/fulfillment/transitions/status-actions.tsx'
import { CancelSellerOrderDialog } from '#app/features/fulfillment/transitions/transition-dialogs.tsx'
import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { STEP_LABELS } from '#app/features/orders/order-status.tsx'
import { api } from '#app/lib/api.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/order.ts'

const LABELS: Record<OrderStatus, string> = {
  ...STEP_LABELS,
  cancelled: 'Cancel part',
}

interface SellerOrderActionsProps {
  order: Order
  part: Order['fulfilments'][number]
}

/**
 * Actions of staff on one seller order: change its status when the order has several (an order of one seller changes as a whole), and
 * correct its tracking.
 */
export function SellerOrderActions({ order, part }: SellerOrderActionsProps) {
  const change = useOrderChange()
  const { businessId, businessName } = part
  const params = { id: order.id, businessId }
  const { version } = order
  const hasTransitions = order.fulfilments.length > 1 && part.nextStatuses.length > 0
  if (!hasTransitions && part.status !== 'shipped') return null
  return (
    <div className="no-print basis-full flex flex-wrap gap-x-3 gap-y-2 py-1">
      {hasTransitions && (
        <StatusActions
          nextStatuses={part.nextStatuses}
          labels={LABELS}
          of={businessName}
          send={(request) => change(() => api.orders.setPartStatus({ params, body: { ...request, version } }))}
          doneText={(_order, status) => `The part of ${businessName} is now ${ORDER_STATUS_LABELS[status].toLowerCase()}`}
          mayRelease
          failed="The status of this part could not be changed. Please try again."
          renderCancelDialog={(dialog) => (
            <CancelSellerOrderDialog
              {...dialog}
              title={`Cancel the part from ${businessName}?`}
              isPaid={order.paidAmount > order.refundedAmount}
            />
          )}
        />
      )}
      <CorrectTracking
        part={part}
        of={businessName}
        save={(tracking) => change(() => api.orders.correctTracking({ params, body: { ...tracking, version } }))}
      />
    </div>
  )
}
