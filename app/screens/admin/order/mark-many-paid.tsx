import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, useState } from 'react'
import { Refusals } from '#app/features/fulfillment/transitions/bulk-status.tsx'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { ordersKey } from '#app/features/orders/queries.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count, money } from '#app/lib/format.ts'
import { pastedLines } from '#app/lib/pasted-lines.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { getShop } from '#app/lib/shop.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { BulkResult } from '#contract/fulfillment/order-transitions.ts'
import type { AdminOrderSummary } from '#contract/orders/orders.ts'
import { MANUAL_PAYMENT_LABELS, MANUAL_PAYMENT_METHODS } from '#domain/manual-payment.ts'
import { dayOf } from '#domain/time.ts'

const FAILED = 'The payments could not be recorded. Please try again.'

const isOpen = ({ paymentMethod, paymentStatus, status }: AdminOrderSummary) =>
  paymentMethod === 'pay_later' && paymentStatus === 'unpaid' && status !== 'cancelled'

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
  const others = selected.length - payable.length
  const record = useMutation({
    mutationFn: (fields: FormData) => {
      const method = MANUAL_PAYMENT_METHODS.find((one) => one === textOf(fields, 'method')) ?? 'other'
      return api.orderMoney.markManyPaid({ body: { method, paidAt: textOf(fields, 'paidAt'), payments: given(payable, references) } })
    },
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ordersKey(token) }), client.invalidateQueries({ queryKey: officeKey(token) })]),
  })
  const send = (fields: FormData) => {
    if (given(payable, references).length === 0) return setWrong('Please enter the reference of at least one payment')
    setWrong(undefined)
    record.mutate(fields)
  }
  /** Fills the references downwards from the one that was pasted into. */
  const paste = (event: ClipboardEvent, row: number) => {
    const lines = pastedLines(event)
    if (!lines) return
    const pasted = payable.slice(row, row + lines.length).map(({ id }, at) => [id, lines[at] ?? ''] as const)
    setReferences({ ...references, ...Object.fromEntries(pasted) })
  }
  if (payable.length === 0) {
    return (
      <AskDialog title="Mark as paid" confirm="OK" busy="OK" isBusy={false} onConfirm={onClose} onClose={onClose}>
        <p>None of these orders can be marked as paid: they are paid, canceled, or charged to a card.</p>
      </AskDialog>
    )
  }
  return (
    <AskDialog
      title={`Mark ${count(payable.length, 'order')} as paid`}
      confirm="Mark as paid"
      busy="Saving..."
      isBusy={record.isPending}
      error={wrong ?? (record.isError ? messageOf(record.error, FAILED) : undefined)}
      onConfirm={send}
      onClose={onClose}
    >
      <p className="text-ink-2">
        The amount due of each order is recorded as paid, its customer is emailed, and its sellers are credited. Orders without a reference
        stay unpaid.
        {others > 0 && ` ${count(others, 'selected order is', 'selected orders are')} skipped: paid, canceled, or charged to a card.`}
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
        {payable.map(({ id, number, user, totalInCurrency, currency }, row) => (
          <li key={id} className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto_12rem]">
            <span className="min-w-0">
              <span className="font-medium">{number}</span>
              <bdi className="block truncate text-sm text-ink-2">{user.name}</bdi>
            </span>
            <span className="price text-right">{money(totalInCurrency, currency)}</span>
            <input
              className="input max-sm:col-span-2"
              aria-label={`Reference of the payment of ${number}`}
              placeholder="Reference"
              autoComplete="off"
              maxLength={120}
              value={references[id] ?? ''}
              onChange={({ target }) => setReferences({ ...references, [id]: target.value })}
              onPaste={(event) => paste(event, row)}
            />
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">You can paste a column of references from a spreadsheet into the first field.</p>
    </AskDialog>
  )
}

const given = (orders: readonly AdminOrderSummary[], references: Readonly<Record<string, string>>) =>
  orders.flatMap(({ id }) => {
    const reference = (references[id] ?? '').trim()
    return reference === '' ? [] : [{ id, reference }]
  })
