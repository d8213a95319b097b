import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { ordersKey } from '#app/features/orders/queries.ts'
import { officeKey } from '#app/features/sellers/applications/queries.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import type { BulkResult } from '#contract/fulfillment/order-transitions.ts'
import type { AdminOrderSummary } from '#contract/orders/orders.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/order.ts'

const MOVES: readonly { status: OrderStatus; label: string }[] = [
  { status: 'processing', label: 'Start processing' },
  { status: 'shipped', label: 'Mark as shipped' },
  { status: 'delivered', label: 'Mark as delivered' },
  { status: 'cancelled', label: 'Cancel' },
]

const FAILED = 'The orders could not be moved. Please try again.'
const wordOf = (status: OrderStatus) => ORDER_STATUS_LABELS[status].toLowerCase()

type Move = { status: OrderStatus; reason?: string | undefined }

/** Moves the chosen orders together: those that may not make the move stay chosen, and why is told. */
export function BulkMoves({ selection }: { selection: GridSelection<AdminOrderSummary> }) {
  const [isAsking, setAsking] = useState(false)
  const [report, setReport] = useState<BulkResult & { status: OrderStatus }>()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const move = useMutation({
    mutationFn: (body: Move) => api.orders.moveMany({ body: { ...body, ids: selection.ids } }),
    onSuccess: (moved, { status }) => {
      setAsking(false)
      if (moved.moved > 0) toast.success(`${count(moved.moved, 'order is', 'orders are')} now ${wordOf(status)}`)
      if (moved.refused.length > 0) setReport({ ...moved, status })
      else selection.clear()
    },
    onError: (error) => toast.error(messageOf(error, FAILED)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ordersKey(token) }),
        client.invalidateQueries({ queryKey: officeKey(token) }), // dashboards count orders
      ]),
  })
  const start = (status: OrderStatus) => (status === 'cancelled' ? setAsking(true) : move.mutate({ status }))
  return (
    <>
      {MOVES.map(({ status, label }) => (
        <BusyButton
          key={status}
          isBusy={move.isPending}
          {...(move.variables?.status === status && { busy: 'Moving...' })}
          onPress={() => start(status)}
        >
          {label}
        </BusyButton>
      ))}
      {isAsking && (
        <AskDialog
          title={`Cancel ${count(selection.ids.length, 'order')}?`}
          confirm="Cancel orders"
          busy="Cancelling..."
          isBusy={move.isPending}
          isDanger
          error={move.isError ? messageOf(move.error, FAILED) : undefined}
          onConfirm={(fields) => move.mutate({ status: 'cancelled', reason: textOf(fields, 'reason') || undefined })}
          onClose={() => setAsking(false)}
        >
          <p>Their goods go back on the shelf, and the customers are told. This cannot be undone.</p>
          <TextAreaField label="Reason" name="reason" isOptional rows={3} maxLength={500} hint="Kept in the history of each order." />
        </AskDialog>
      )}
      {report && <Refusals report={report} onClose={() => setReport(undefined)} />}
    </>
  )
}

/** Which orders stayed as they were, and why. */
function Refusals({ report, onClose }: { report: BulkResult & { status: OrderStatus }; onClose: () => void }) {
  return (
    <Dialog title={`${count(report.refused.length, 'order stays', 'orders stay')} as before`} onClose={onClose}>
      <p className="mt-3">
        {report.moved > 0 ? `${count(report.moved, 'order is', 'orders are')} now ${wordOf(report.status)}. ` : ''}
        These could not make the move:
      </p>
      <ul className="mt-3 grid max-h-80 gap-2 overflow-y-auto">
        {report.refused.map(({ id, number, reason }) => (
          <li key={id}>
            <Link to={`/admin/orders/${id}`}>{number ?? id.slice(0, 8)}</Link>: {reason}
          </li>
        ))}
      </ul>
      <p className="mt-5 flex justify-end">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </p>
    </Dialog>
  )
}
