import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sellerOrderQuery } from '#app/features/fulfillment/seller-orders/queries.ts'
import { type AskedMove, CancelPartDialog, ShipDialog } from '#app/features/fulfillment/transitions/move-dialogs.tsx'
import { api, isApiError, messageOf } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { OrderStatus } from '#domain/order.ts'

const LABELS: Record<OrderStatus, string> = {
  pending: 'Back to pending',
  processing: 'Accept',
  shipped: 'Ship',
  delivered: 'Mark as delivered',
  cancelled: 'Cancel my part',
}

const TOASTS: Record<OrderStatus, string> = {
  pending: 'Order is now pending',
  processing: 'Order accepted',
  shipped: 'Order marked as shipped',
  delivered: 'Order marked as delivered',
  cancelled: 'Your part is cancelled',
}

/** The next steps of the seller's own part as buttons: only those that are allowed now. */
export function OwnMoves({ order }: { order: SellerOrder }) {
  const [asked, setAsked] = useState<OrderStatus | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const move = useMutation({
    mutationFn: (body: AskedMove) => api.sellerOrders.move({ params: { id: order.id }, body: { ...body, version: order.version } }),
    onMutate: () => setRefusal(undefined),
    onSuccess: (moved) => {
      setAsked(null)
      client.setQueryData(sellerOrderQuery(token, order.id).queryKey, moved)
      toast.success(TOASTS[moved.status])
    },
    onError: (error) => {
      setRefusal(messageOf(error, 'The order could not be moved. Please try again.'))
      if (isApiError(error) && error.status === 409) setAsked(null)
    },
    onSettled: () => client.invalidateQueries({ queryKey: officeKey(token) }),
  })
  const start = (status: OrderStatus) => {
    setRefusal(undefined)
    if (status === 'shipped' || status === 'cancelled') setAsked(status)
    else if (!move.isPending) move.mutate({ status })
  }
  const dialog = { isBusy: move.isPending, error: refusal, onClose: () => setAsked(null), onMove: (body: AskedMove) => move.mutate(body) }
  return (
    <div>
      <p className="flex flex-wrap gap-3">
        {order.nextStatuses.map((status) => (
          <button
            key={status}
            type="button"
            className={status === 'cancelled' ? 'button danger' : 'button'}
            aria-disabled={move.isPending || undefined}
            onClick={() => start(status)}
          >
            {LABELS[status]}
          </button>
        ))}
      </p>
      {refusal && asked === null && (
        <p role="alert" className="notice bad mt-3">
          {refusal}
        </p>
      )}
      {asked === 'shipped' && <ShipDialog {...dialog} />}
      {asked === 'cancelled' && <CancelPartDialog {...dialog} title="Cancel your part of this order?" isPaid={order.isPaid} />}
    </div>
  )
}
