import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { ordersKey } from '#app/features/orders/queries.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { BulkResult } from '#contract/fulfillment/order-transitions.ts'
import type { AdminOrderSummary } from '#contract/orders/orders.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/order.ts'

const TRANSITIONS: readonly { status: OrderStatus; label: string }[] = [
  { status: 'processing', label: 'Start processing' },
  { status: 'shipped', label: 'Mark as shipped' },
  { status: 'delivered', label: 'Mark as delivered' },
  { status: 'cancelled', label: 'Cancel' },
]

const FAILED = 'The orders could not be changed. Please try again.'
const wordOf = (status: OrderStatus) => ORDER_STATUS_LABELS[status].toLowerCase()

type BulkRequest = { status: OrderStatus; reason?: string | undefined }

/** Changes the status of the selected orders; those that are refused stay selected and are listed with the reason. */
export function BulkTransitions({ selection }: { selection: GridSelection<AdminOrderSummary> }) {
  const [isAsking, setAsking] = useState(false)
  const [report, setReport] = useState<BulkResult & { status: OrderStatus }>()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const transition = useMutation({
    mutationFn: (body: BulkRequest) => api.orders.moveMany({ body: { ...body, ids: selection.ids } }),
    onSuccess: (result, { status }) => {
      setAsking(false)
      if (result.moved > 0) toast.success(`${count(result.moved, 'order is', 'orders are')} now ${wordOf(status)}`)
      if (result.refused.length > 0) setReport({ ...result, status })
      else selection.clear()
    },
    onError: (error) => toast.error(messageOf(error, FAILED)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ordersKey(token) }),
        client.invalidateQueries({ queryKey: officeKey(token) }), // dashboards count orders
      ]),
  })
  const start = (status: OrderStatus) => (status === 'cancelled' ? setAsking(true) : transition.mutate({ status }))
  return (
    <>
      {TRANSITIONS.map(({ status, label }) => (
        <BusyButton
          key={status}
          isBusy={transition.isPending}
          {...(transition.variables?.status === status && { busy: 'Changing...' })}
          onPress={() => start(status)}
        >
          {label}
        </BusyButton>
      ))}
      {isAsking && (
        <AskDialog
          title={`Cancel ${count(selection.ids.length, 'order')}?`}
          confirm="Cancel orders"
          busy="Canceling..."
          isBusy={transition.isPending}
          isDanger
          error={transition.isError ? messageOf(transition.error, FAILED) : undefined}
          onConfirm={(fields) => transition.mutate({ status: 'cancelled', reason: textOf(fields, 'reason') || undefined })}
          onClose={() => setAsking(false)}
        >
          <p>Their products are restocked, and the customers are notified. This can't be undone.</p>
          <TextAreaField label="Reason" name="reason" isOptional rows={3} maxLength={500} hint="Shown in the history of each order." />
        </AskDialog>
      )}
      {report && <Refusals report={report} onClose={() => setReport(undefined)} />}
    </>
  )
}

/** Lists the orders that did not change, with the reasons. */
function Refusals({ report, onClose }: { report: BulkResult & { status: OrderStatus }; onClose: () => void }) {
  return (
    <Dialog title={`${count(report.refused.length, 'order was', 'orders were')} not changed`} onClose={onClose}>
      <p className="mt-3">
        {report.moved > 0 ? `${count(report.moved, 'order is', 'orders are')} now ${wordOf(report.status)}. ` : ''}
        These stayed the same:
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
