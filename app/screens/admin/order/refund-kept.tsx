import { useState } from 'react'
import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { PasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { api } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Amount that was paid more than was due, with the button that records its refund. Renders nothing where there is nothing. */
export function RefundKept({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  if (!order.keptAmount) return null
  return (
    <div className="notice warn grid gap-2">
      <p>
        <b className="price">{money(order.keptAmount, order.currency)}</b> more than due was paid. It is kept for the customer until you
        refund it.
      </p>
      <button type="button" className="button hollow small no-print" onClick={() => setOpen(true)}>
        Refund overpayment
      </button>
      {isOpen && <RefundKeptDialog order={order} amount={order.keptAmount} onClose={() => setOpen(false)} />}
    </div>
  )
}

function RefundKeptDialog({ order, amount, onClose }: { order: Order; amount: number; onClose: () => void }) {
  const keyOf = useRequestKey()
  const change = useOrderChange()
  const form = useForm({
    check: checkForm,
    failed: 'The refund could not be recorded. Please try again.',
    send: async (fields) => {
      const request = { isKept: true, version: order.version }
      const typed = fields.get('password')
      const body = { ...request, password: typeof typed === 'string' ? typed : '' }
      await change(() => api.orderMoney.refund({ params: { id: order.id }, body, idempotencyKey: keyOf(request) }))
      toast.success(`Refund of ${money(amount, order.currency)} recorded`)
      onClose()
    },
  })
  return (
    <FormDialog title="Refund overpayment" onClose={onClose}>
      <RecordForm form={form} cancel="Back" save="Refund overpayment" busy="Refunding..." isDanger>
        <p>
          Transfer <b className="price">{money(amount, order.currency)}</b> back to the customer yourself; this records the refund and
          emails the customer.
        </p>
        <PasswordField
          label="Your password"
          name="password"
          required
          autoComplete="current-password"
          hint="Confirm your password to send this refund."
          error={form.errors.password}
        />
      </RecordForm>
    </FormDialog>
  )
}
