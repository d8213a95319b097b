import { StatusActions } from '#app/features/fulfillment/transitions/status-actions.tsx'
import { CancelSellerOrderDialog } from '#app/features/fulfillment/transitions/transition-dialogs.tsx'
import { useSellerOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { STEP_LABELS } from '#app/features/orders/order-status.tsx'
import { api } from '#app/lib/api.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { OrderStatus } from '#domain/order.ts'

const LABELS: Record<OrderStatus, string> = {
  ...STEP_LABELS,
  cancelled: 'Cancel my part',
}

const TOASTS: Record<OrderStatus, string> = {
  pending: 'Order is now pending',
  processing: 'Order is now processing',
  shipped: 'Order marked as shipped',
  delivered: 'Order marked as delivered',
  cancelled: 'Your part is canceled',
}

/** The next statuses of the seller order as buttons: only those that are allowed now. */
export function SellerOrderActions({ order }: { order: SellerOrder }) {
  const change = useSellerOrderChange()
  return (
    <div className="flex flex-wrap gap-3">
      <StatusActions
        nextStatuses={order.nextStatuses}
        labels={LABELS}
        send={(request) => change(() => api.sellerOrders.move({ params: { id: order.id }, body: { ...request, version: order.version } }))}
        doneText={({ status }) => TOASTS[status]}
        failed="The status of the order could not be changed. Please try again."
        renderCancelDialog={(dialog) => (
          <CancelSellerOrderDialog {...dialog} title="Cancel your part of this order?" isPaid={order.isPaid || order.isPartlyPaid} />
        )}
      />
    </div>
  )
}
