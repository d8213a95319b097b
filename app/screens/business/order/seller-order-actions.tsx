import { StatusActions } from '#app/features/fulfillment/transitions/status-actions.tsx'
import { CancelSellerOrderDialog, type TransitionRequest } from '#app/features/fulfillment/transitions/transition-dialogs.tsx'
import { useSellerOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { STEP_LABELS } from '#app/features/orders/order-status.tsx'
import { api } from '#app/lib/api.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { OrderStatus } from '#domain/order.ts'

/** Labels of the steps; once something has left, only the rest is canceled. */
const labelsOf = (isBegun: boolean): Record<OrderStatus, string> => ({
  ...STEP_LABELS,
  cancelled: isBegun ? 'Cancel the rest' : 'Cancel my part',
})

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
  const params = { id: order.id }
  const { version } = order
  const isBegun = order.shippedCount > 0
  const send = ({ lines, status, carrier, trackingNumber, ...request }: TransitionRequest) =>
    lines
      ? api.shipments.ship({ params, body: { lines, carrier, trackingNumber, version } })
      : api.sellerOrders.move({ params, body: { ...request, status, carrier, trackingNumber, version } })
  return (
    <div className="flex flex-wrap gap-3">
      <StatusActions
        nextStatuses={order.nextStatuses}
        labels={labelsOf(isBegun)}
        items={order.items}
        send={(request) => change(() => send(request))}
        doneText={({ status }, asked) =>
          status === asked ? TOASTS[status] : asked === 'cancelled' ? 'The rest is canceled' : 'Parcel marked as shipped'
        }
        failed="The status of the order could not be changed. Please try again."
        renderCancelDialog={(dialog) => (
          <CancelSellerOrderDialog
            {...dialog}
            title={isBegun ? 'Cancel the rest of this order?' : 'Cancel your part of this order?'}
            isPaid={order.isPaid || order.isPartlyPaid}
            isRest={isBegun}
          />
        )}
      />
    </div>
  )
}
