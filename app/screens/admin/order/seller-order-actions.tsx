import { ParcelActions } from '#app/features/fulfillment/transitions/parcel-actions.tsx'
import { StatusActions } from '#app/features/fulfillment/transitions/status-actions.tsx'
import { CancelSellerOrderDialog, type TransitionRequest } from '#app/features/fulfillment/transitions/transition-dialogs.tsx'
import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { useMayWrite } from '#app/features/kit/frame/writers.tsx'
import { STEP_LABELS } from '#app/features/orders/order-status.tsx'
import { api } from '#app/lib/api.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Shipment } from '#contract/orders/shipment.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/order.ts'

/** Labels of the steps; once something has left, only the rest is canceled. */
const labelsOf = (isBegun: boolean): Record<OrderStatus, string> => ({
  ...STEP_LABELS,
  cancelled: isBegun ? 'Cancel the rest' : 'Cancel part',
})

interface SellerOrderActionsProps {
  order: Order
  part: Order['fulfilments'][number]
}

/**
 * Actions of staff on one seller order: change its status when the order has several. An order of one seller changes as a whole, but for
 * the rest of it that is canceled.
 */
export function SellerOrderActions({ order, part }: SellerOrderActionsProps) {
  const change = useOrderChange()
  const mayWrite = useMayWrite()
  const { businessId, businessName } = part
  const params = { id: order.id, businessId }
  const { version } = order
  const isBegun = part.shippedCount > 0
  const steps = part.nextStatuses.filter((status) => order.fulfilments.length > 1 || (status === 'cancelled' && isBegun))
  if (!mayWrite || steps.length === 0) return null
  const send = ({ lines, status, reason, ...request }: TransitionRequest) =>
    lines
      ? api.shipments.staffShip({ params: { id: order.id }, body: { lines, ...request, version } })
      : api.orders.setPartStatus({ params, body: { ...request, status, reason, version } })
  const stepText = (after: Order, asked: OrderStatus) => {
    const status = after.fulfilments.find((one) => one.businessId === businessId)?.status
    if (status === asked) return `The part of ${businessName} is now ${ORDER_STATUS_LABELS[asked].toLowerCase()}`
    return asked === 'cancelled' ? `The rest of the part of ${businessName} is canceled` : 'Parcel marked as shipped'
  }
  return (
    <div className="no-print basis-full flex flex-wrap gap-x-3 gap-y-2 py-1">
      <StatusActions
        nextStatuses={steps}
        labels={labelsOf(isBegun)}
        of={businessName}
        items={order.items.filter((item) => item.businessId === businessId)}
        send={(request) => change(() => send(request))}
        doneText={stepText}
        mayRelease
        failed="The status of this part could not be changed. Please try again."
        renderCancelDialog={(dialog) => (
          <CancelSellerOrderDialog
            {...dialog}
            title={isBegun ? `Cancel the rest from ${businessName}?` : `Cancel the part from ${businessName}?`}
            isPaid={order.paidAmount > order.refundedAmount}
            isRest={isBegun}
          />
        )}
      />
    </div>
  )
}

/** Actions of staff on one parcel of an order. */
export function StaffParcelActions({ order, part, shipment }: SellerOrderActionsProps & { shipment: Shipment }) {
  const change = useOrderChange()
  const params = { id: order.id, businessId: part.businessId }
  const body = { shipmentId: shipment.id, version: order.version }
  if (!useMayWrite()) return null
  return (
    <ParcelActions
      part={part}
      shipment={shipment}
      seller={part.businessName}
      correct={(tracking) => change(() => api.orders.correctTracking({ params, body: { ...tracking, ...body } }))}
      deliver={() => change(() => api.shipments.staffDeliver({ params: { id: order.id, shipmentId: shipment.id } }))}
    />
  )
}
