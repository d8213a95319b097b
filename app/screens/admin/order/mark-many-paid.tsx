import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { Refusals } from '#app/features/fulfillment/transitions/bulk-status.tsx'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { ordersKey } from '#app/features/orders/queries.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count, money } from '#app/lib/format.ts'
import { pastedColumn } from '#app/lib/pasted-lines.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { getShop } from '#app/lib/shop.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { FormFoot } from '#app/ui/dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { BulkResult } from '#contract/fulfillment/order-transitions.ts'
import type { AdminOrderSummary } from '#contract/orders/orders.ts'
import { MANUAL_PAYMENT_LABELS, MANUAL_PAYMENT_METHODS } from '#domain/manual-payment.ts'
import { PAYMENT_STATUS_LABELS } from '#domain/order.ts'
import { dayOf } from '#domain/time.ts'

const FAILED = 'The payments could not be recorded. Please try again.'

const isOpen = ({ paymentMethod, paymentStatus, status }: AdminOrderSummary) =>
  paymentMethod === 'pay_later' && paymentStatus === 'unpaid' && status !== 'cancelled'

const whySkipped = ({ paymentMethod, paymentStatus, status }: AdminOrderSummary) => {
  if (status === 'cancelled') return 'Canceled'
  if (paymentStatus === 'partially_paid') return 'Paid in part: record the rest on its page'
  const label = PAYMENT_STATUS_LABELS[paymentStatus]
  return paymentMethod === 'pay_later' ? label : `Card: ${label}`
}

interface MarkManyPaidProps {
  selection: GridSelection<AdminOrderSummary>
  hrefOf: (order: { id: string }) => string
}

/** Records payments of the selected Pay Later orders, each with its own reference. */
export function MarkManyPaid({ selection, hrefOf }: MarkManyPaidProps) {
  const [orders, setOrders] = useState<AdminOrderSummary[]>()
  const [report, setReport] = useState<BulkResult>()
  const [isReading, setReading] = useState(false)
  const open = async () => {
    setReading(true)
    try {
      setOrders(await selection.load())
    } catch (error) {
      toast.error(messageOf(error, 'The orders could not be loaded. Please try again.'))
    }
    setReading(false)
  }
  const finish = (result: BulkResult) => {
    setOrders(undefined)
    const done = result.moved + result.unchanged
    if (done > 0) toast.success(`${count(done, 'order is', 'orders are')} paid`)
    if (result.refused.length > 0) setReport(result)
    else selection.clear()
  }
  return (
    <>
      <button type="button" aria-busy={isReading || undefined} onClick={() => void (isReading || open())}>
        Mark as paid
      </button>
      {orders && <PaymentsDialog selected={orders} onDone={finish} onClose={() => setOrders(undefined)} />}
      {report && <Refusals report={report} now="paid" hrefOf={hrefOf} onClose={() => setReport(undefined)} />}
    </>
  )
}

interface PaymentsDialogProps {
  selected: readonly AdminOrderSummary[]
  onDone: (result: BulkResult) => void
  onClose: () => void
}

function PaymentsDialog({ selected, onDone, onClose }: PaymentsDialogProps) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [references, setReferences] = useState<Record<string, string>>({})
  const [wrong, setWrong] = useState<string>()
  const [today] = useState(() => dayOf(new Date(), getShop().timeZone))
  const payable = selected.filter(isOpen)
  const record = useMutation({
    mutationFn: (fields: FormData) => {
      const method = MANUAL_PAYMENT_METHODS.find((one) => one === textOf(fields, 'method')) ?? 'other'
      return api.orderMoney.markManyPaid({ body: { method, paidAt: textOf(fields, 'paidAt'), payments: given(payable, references) } })
    },
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ordersKey(token) }), client.invalidateQueries({ queryKey: officeKey(token) })]),
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (record.isPending) return
    if (given(payable, references).length === 0) return setWrong('Please enter the reference of at least one payment')
    setWrong(undefined)
    record.mutate(new FormData(event.currentTarget))
  }
  /** Fills the references from the row that was pasted into down to the last one, if the column has a line for each. */
  const paste = (event: ClipboardEvent, into: AdminOrderSummary) => {
    const pasted = pastedColumn(event, selected, into, isOpen)
    if (!pasted) return
    if ('problem' in pasted) return setWrong(pasted.problem)
    setWrong(undefined)
    setReferences({ ...references, ...Object.fromEntries(pasted.filled.map(([{ id }, reference]) => [id, reference])) })
  }
  if (payable.length === 0) {
    return (
      <AskDialog title="Mark as paid" confirm="OK" busy="OK" isBusy={false} onConfirm={onClose} onClose={onClose}>
        <p>None of these orders can be marked as paid: they are paid at least in part, canceled, or charged to a card.</p>
      </AskDialog>
    )
  }
  return (
    <FormDialog
      title={`Mark ${count(payable.length, 'order')} as paid`}
      isWide
      isDirty={given(payable, references).length > 0}
      onClose={onClose}
    >
      <form onSubmit={send} className="mt-3 grid gap-4">
        <FormProblem text={wrong ?? (record.isError ? messageOf(record.error, FAILED) : undefined)} />
        <p className="max-w-text text-ink-2">
          The amount due of each order is recorded as paid, its customer is emailed, and its sellers are credited. Orders without a
          reference stay unpaid. You can paste a column of references from a spreadsheet into the first field: one line for each row below,
          in this order, with an empty line where an order gets none.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="How they were paid" name="method">
            {MANUAL_PAYMENT_METHODS.map((method) => (
              <option key={method} value={method}>
                {MANUAL_PAYMENT_LABELS[method]}
              </option>
            ))}
          </SelectField>
          <TextField label="Paid on" name="paidAt" type="date" required max={today} defaultValue={today} />
        </div>
        <ul className="grid max-h-[45vh] gap-2 overflow-y-auto p-1" aria-label="Payments">
          {selected.map((order) => (
            <li key={order.id} className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto_12rem]">
              <span className="min-w-0">
                <span className={isOpen(order) ? 'font-medium' : 'text-ink-2'}>{order.number}</span>
                <bdi className="block truncate text-sm text-ink-2">{order.user.name}</bdi>
              </span>
              <span className="price text-right">{money(order.totalInCurrency, order.currency)}</span>
              {isOpen(order) ? (
                <input
                  className="input max-sm:col-span-2"
                  aria-label={`Reference of the payment of ${order.number}`}
                  placeholder="Reference"
                  autoComplete="off"
                  maxLength={120}
                  value={references[order.id] ?? ''}
                  onChange={({ target }) => setReferences({ ...references, [order.id]: target.value })}
                  onPaste={(event) => paste(event, order)}
                />
              ) : (
                <span className="text-sm text-ink-2 max-sm:col-span-2">{whySkipped(order)}</span>
              )}
            </li>
          ))}
        </ul>
        <FormFoot cancel="Back" isBusy={record.isPending} busy="Saving...">
          Mark as paid
        </FormFoot>
      </form>
    </FormDialog>
  )
}

const given = (orders: readonly AdminOrderSummary[], references: Readonly<Record<string, string>>) =>
  orders.flatMap(({ id }) => {
    const reference = (references[id] ?? '').trim()
    return reference === '' ? [] : [{ id, reference }]
  })
