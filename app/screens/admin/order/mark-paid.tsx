import { useState } from 'react'
import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { toast } from '#app/lib/toast.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { MANUAL_PAYMENT_LABELS, MANUAL_PAYMENT_METHODS } from '#domain/manual-payment.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { isByTransfer, OWED_STATUSES } from '#domain/order.ts'
import { dayOf } from '#domain/time.ts'

const FAILED = 'The payment could not be recorded. Please try again.'

/** Checks if staff can record a payment of this order by hand. */
export const takesPayment = (order: Order) =>
  isByTransfer(order) && OWED_STATUSES.includes(order.paymentStatus) && order.status !== 'cancelled'

/** Records a payment of a Pay Later order: amount, method, reference and date. */
export function MarkPaid({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button w-full" onClick={() => setOpen(true)}>
        Mark as paid
      </button>
      {isOpen && <MarkPaidDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function amountProblem(form: HTMLFormElement): Record<string, string> {
  const fields = new FormData(form)
  if (!fields.has('amount')) return {}
  const cents = toMinor(textOf(fields, 'amount'))
  if (cents === null) return { amount: 'Please enter an amount like 49.90' }
  return cents > 0 ? {} : { amount: 'Please enter an amount above 0' }
}

function MarkPaidDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const keyOf = useRequestKey()
  const change = useOrderChange()
  const [today] = useState(() => dayOf(new Date(), getShop().timeZone))
  const form = useForm({
    check: (form) => ({ ...checkForm(form), ...amountProblem(form) }),
    failed: FAILED,
    send: async (fields) => {
      const method = MANUAL_PAYMENT_METHODS.find((one) => one === textOf(fields, 'method')) ?? 'other'
      const cents = toMinor(textOf(fields, 'amount'))
      const body = {
        method,
        reference: textOf(fields, 'reference'),
        paidAt: textOf(fields, 'paidAt'),
        version: order.version,
        ...(cents !== null && cents !== toMinor(order.dueAmount) && { amount: toDecimal(cents) }),
        ...(fields.has('isShared') && { isShared: true }),
      }
      const after = await change(() => api.orderMoney.markPaid({ params: { id: order.id }, body, idempotencyKey: keyOf(body) }))
      toast.success(after.dueAmount === 0 ? `Order ${order.number} is paid` : `Payment of order ${order.number} recorded`)
      onClose()
    },
  })
  return (
    <FormDialog title="Mark as paid" onClose={onClose}>
      <RecordForm form={form} cancel="Back" save="Mark as paid" busy="Saving...">
        <p>
          {order.dueAmount === 0 ? (
            'Nothing is due because all items were returned. The order is recorded as settled.'
          ) : (
            <>
              <b className="price">{money(order.dueAmount, order.currency)}</b> is due. The customer is emailed and the sellers are
              credited.
            </>
          )}
        </p>
        {order.dueAmount > 0 && (
          <TextField
            label={`Amount in ${order.currency}`}
            name="amount"
            inputMode="decimal"
            required
            autoComplete="off"
            defaultValue={order.dueAmount.toFixed(2)}
            hint="A smaller amount is a part payment. What is more than due is kept for the customer until you refund it."
            error={form.errors.amount}
          />
        )}
        <SelectField label="How it was paid" name="method" error={form.errors.method}>
          {MANUAL_PAYMENT_METHODS.map((method) => (
            <option key={method} value={method}>
              {MANUAL_PAYMENT_LABELS[method]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reference"
          name="reference"
          required
          maxLength={120}
          autoComplete="off"
          hint="As on the bank statement, check or receipt."
          error={form.errors.reference}
        />
        <CheckField label="This transfer pays several orders" name="isShared" />
        <TextField label="Paid on" name="paidAt" type="date" required max={today} defaultValue={today} error={form.errors.paidAt} />
      </RecordForm>
    </FormDialog>
  )
}
