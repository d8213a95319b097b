import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CorrectTracking } from '#app/features/fulfillment/transitions/correct-tracking.tsx'
import { type AskedMove, CancelPartDialog, ShipDialog } from '#app/features/fulfillment/transitions/move-dialogs.tsx'
import { adminOrderQuery, ordersKey } from '#app/features/orders/queries.ts'
import { api, isApiError, messageOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { toast } from '#app/ui/toast.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isPaid, ORDER_STATUS_LABELS, type OrderStatus } from '#domain/order.ts'

const LABELS: Record<OrderStatus, string> = {
  pending: 'Back to pending',
  processing: 'Start processing',
  shipped: 'Ship',
  delivered: 'Mark as delivered',
  cancelled: 'Cancel part',
}

interface PartMovesProps {
  order: Order
  part: Order['fulfilments'][number]
}

/** What staff may do with one seller's part: move it where there are several (an order of one seller moves as a whole), and correct its tracking. */
export function PartActions({ order, part }: PartMovesProps) {
  const { businessId, businessName } = part
  const mayMove = order.fulfilments.length > 1 && part.nextStatuses.length > 0
  if (!mayMove && part.status !== 'shipped') return null
  return (
    <div className="no-print basis-full flex flex-wrap gap-x-3 gap-y-2 py-1">
      {mayMove && <PartMoves order={order} part={part} />}
      <CorrectTracking
        part={part}
        of={businessName}
        save={(tracking) =>
          api.orders.correctTracking({ params: { id: order.id, businessId }, body: { ...tracking, version: order.version } })
        }
      />
    </div>
  )
}

function PartMoves({ order, part }: PartMovesProps) {
  const [asked, setAsked] = useState<OrderStatus | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const { businessId, businessName } = part
  const move = useMutation({
    mutationFn: (body: AskedMove) =>
      api.orders.setPartStatus({ params: { id: order.id, businessId }, body: { ...body, version: order.version } }),
    onMutate: () => setRefusal(undefined),
    onSuccess: (moved, { status }) => {
      setAsked(null)
      client.setQueryData(adminOrderQuery(token, order.id).queryKey, moved)
      toast.success(`The part of ${businessName} is now ${ORDER_STATUS_LABELS[status].toLowerCase()}`)
    },
    onError: (error) => {
      setRefusal(messageOf(error, 'The part could not be moved. Please try again.'))
      if (isApiError(error) && error.status === 409) setAsked(null)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey(token) }),
  })
  const start = (status: OrderStatus) => {
    setRefusal(undefined)
    if (status === 'shipped' || status === 'cancelled') setAsked(status)
    else if (!move.isPending) move.mutate({ status })
  }
  const dialog = { isBusy: move.isPending, error: refusal, onClose: () => setAsked(null), onMove: (body: AskedMove) => move.mutate(body) }
  return (
    <>
      {part.nextStatuses.map((status) => (
        <button
          key={status}
          type="button"
          className={status === 'cancelled' ? 'button small danger' : 'button small hollow'}
          aria-disabled={move.isPending || undefined}
          onClick={() => start(status)}
        >
          {LABELS[status]}
          <span className="visually-hidden"> of {businessName}</span>
        </button>
      ))}
      {refusal && asked === null && (
        <p role="alert" className="notice bad basis-full">
          {refusal}
        </p>
      )}
      {asked === 'shipped' && <ShipDialog {...dialog} />}
      {asked === 'cancelled' && (
        <CancelPartDialog {...dialog} title={`Cancel the part of ${businessName}?`} isPaid={isPaid(order.paymentStatus)} />
      )}
    </>
  )
}
