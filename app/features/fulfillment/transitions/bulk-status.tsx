import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { STEP_LABELS } from '#app/features/orders/order-status.tsx'
import { ordersKey } from '#app/features/orders/queries.ts'
import { messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { BulkResult } from '#contract/fulfillment/order-transitions.ts'
import { ORDER_STATUS_LABELS, type OrderStatus } from '#domain/order.ts'

type BulkTarget = Exclude<OrderStatus, 'pending'>

interface BulkRequest {
  ids: string[]
  status: OrderStatus
  reason?: string | undefined
}

interface BulkStatusProps {
  selection: GridSelection<{ id: string }>
  /** Statuses that can be set, in their order. */
  targets: readonly BulkTarget[]
  send: (request: BulkRequest) => Promise<BulkResult>
  hrefOf: (order: { id: string }) => string
}

const LABELS: Record<BulkTarget, string> = {
  ...STEP_LABELS,
  cancelled: 'Cancel',
}
const QUESTIONS: Record<BulkTarget, (orders: string) => string> = {
  processing: (orders) => `Start processing ${orders}?`,
  shipped: (orders) => `Mark ${orders} as shipped?`,
  delivered: (orders) => `Mark ${orders} as delivered?`,
  cancelled: (orders) => `Cancel ${orders}?`,
}

const FAILED = 'The orders could not be changed. Please try again.'
const wordOf = (status: OrderStatus) => ORDER_STATUS_LABELS[status].toLowerCase()

/**
 * Changes the status of the selected orders after a question, because the buyers are emailed; those that are refused are listed with the
 * reason.
 */
export function BulkStatus({ selection, targets, send, hrefOf }: BulkStatusProps) {
  const [asked, setAsked] = useState<BulkTarget>()
  const [report, setReport] = useState<BulkResult & { status: OrderStatus }>()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const transition = useMutation({
    mutationFn: async (request: Omit<BulkRequest, 'ids'>) => send({ ...request, ids: (await selection.load()).map(({ id }) => id) }),
    onSuccess: (result, { status }) => {
      setAsked(undefined)
      const done = result.moved + result.unchanged
      if (done > 0) toast.success(`${count(done, 'order is', 'orders are')} now ${wordOf(status)}`)
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
  const ask = (status: BulkTarget) => {
    transition.reset()
    setAsked(status)
  }
  const isCancel = asked === 'cancelled'
  return (
    <>
      {targets.map((status) => (
        <button key={status} type="button" onClick={() => ask(status)}>
          {LABELS[status]}
        </button>
      ))}
      {asked && (
        <AskDialog
          title={QUESTIONS[asked](count(selection.all?.total ?? selection.ids.length, 'order'))}
          confirm={isCancel ? 'Cancel orders' : LABELS[asked]}
          busy={isCancel ? 'Canceling...' : 'Changing...'}
          isBusy={transition.isPending}
          isDanger={isCancel}
          error={transition.isError ? messageOf(transition.error, FAILED) : undefined}
          onConfirm={(fields) => transition.mutate({ status: asked, reason: textOf(fields, 'reason') || undefined })}
          onClose={() => setAsked(undefined)}
        >
          {isCancel ? (
            <>
              <p>Their products are restocked, and the customers are notified. This can't be undone.</p>
              <FormDraft kind="cancel-orders" />
              <TextAreaField label="Reason" name="reason" isOptional rows={3} maxLength={500} hint="Shown in the history of each order." />
            </>
          ) : (
            <p>Each buyer gets an email right away. This can't be undone.</p>
          )}
        </AskDialog>
      )}
      {report && <Refusals report={report} now={`now ${wordOf(report.status)}`} hrefOf={hrefOf} onClose={() => setReport(undefined)} />}
    </>
  )
}

interface RefusalsProps extends Pick<BulkStatusProps, 'hrefOf'> {
  report: BulkResult
  /** State of the others, "now shipped". */
  now: string
  onClose: () => void
}

/** Lists the orders that did not change, with the reasons. */
export function Refusals({ report: { moved, unchanged, refused }, now, hrefOf, onClose }: RefusalsProps) {
  const done = moved + unchanged
  return (
    <Dialog title={`${count(refused.length, 'order was', 'orders were')} not changed`} onClose={onClose}>
      <p className="mt-3">
        {done > 0 ? `${count(done, 'order is', 'orders are')} ${now}. ` : ''}
        These did not change:
      </p>
      <ul className="mt-3 grid max-h-80 gap-2 overflow-y-auto">
        {refused.map(({ id, number, reason }) => (
          <li key={id}>
            <Link to={hrefOf({ id })}>{number ?? id.slice(0, 8)}</Link>: {reason}
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
