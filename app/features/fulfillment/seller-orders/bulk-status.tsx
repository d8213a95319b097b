import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { SellerOrderSummary } from '#contract/fulfillment/seller-orders.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/order.ts'
import { SlipsButton } from './slips-button.tsx'

const STEPS: readonly { status: OrderStatus; label: string }[] = [
  { status: 'processing', label: 'Start processing' },
  { status: 'shipped', label: 'Mark as shipped' },
  { status: 'delivered', label: 'Mark as delivered' },
]

interface Refused {
  id: string
  number: string
  reason: string
}

/** Changes the status of a seller's selected orders, each by itself; those that are refused are listed with the reason. Makes their packing slips. */
export function BulkStatus({ selection }: { selection: GridSelection<SellerOrderSummary> }) {
  const [running, setRunning] = useState<OrderStatus>()
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  async function move(status: OrderStatus) {
    if (running) return
    setRunning(status)
    const failures: Refused[] = []
    for (const { id, number } of selection.rows) {
      await api.sellerOrders
        .move({ params: { id }, body: { status } })
        .catch((error: unknown) => failures.push({ id, number, reason: messageOf(error, 'The order could not be changed.') }))
    }
    const moved = selection.rows.length - failures.length
    if (moved > 0) toast.success(`${count(moved, 'order is', 'orders are')} now ${ORDER_STATUS_LABELS[status].toLowerCase()}`)
    if (failures.length === 0) selection.clear()
    setRefused(failures)
    setRunning(undefined)
    await client.invalidateQueries({ queryKey: officeKey(token) })
  }
  return (
    <>
      {STEPS.map(({ status, label }) => (
        <BusyButton
          key={status}
          isBusy={running !== undefined}
          {...(running === status && { busy: 'Changing...' })}
          onPress={() => void move(status)}
        >
          {label}
        </BusyButton>
      ))}
      <SlipsButton path="/api/business/orders/packing-slips.pdf" ids={selection.ids} />
      {refused.length > 0 && (
        <Dialog title={`${count(refused.length, 'order was', 'orders were')} not changed`} onClose={() => setRefused([])}>
          <ul className="mt-3 grid max-h-80 gap-2 overflow-y-auto">
            {refused.map(({ id, number, reason }) => (
              <li key={id}>
                <Link to={`/business/orders/${id}`}>{number}</Link>: {reason}
              </li>
            ))}
          </ul>
          <p className="mt-5 flex justify-end">
            <button type="button" className="button" onClick={() => setRefused([])}>
              Close
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}
