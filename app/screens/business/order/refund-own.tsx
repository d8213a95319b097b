import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeKey } from '#app/features/applications/queries.ts'
import { checkForm } from '#app/features/forms/check-form.ts'
import { FormDialog } from '#app/features/forms/form-dialog.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { useRequestKey } from '#app/features/forms/use-request-key.ts'
import { sellerOrderQuery } from '#app/features/seller-orders/queries.ts'
import { PasswordField } from '#app/features/sign-in/password-field.tsx'
import { api, isApiError } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { toast } from '#app/ui/toast.ts'
import type { SellerOrder } from '#contract/seller-orders.ts'
import { toDecimal, toMinor } from '#domain/money.ts'

const FAILED = 'The refund could not be sent. Please try again.'
const WAYS = [
  ['all', 'All that is left of your part'],
  ['amount', 'An amount'],
] as const
type Way = (typeof WAYS)[number][0]

/** Sends money of the seller's own part back to the buyer: all that is left of it, or an amount (D289). */
export function RefundOwn({ order }: { order: SellerOrder }) {
  const [isOpen, setOpen] = useState(false)
  if (order.refundable === 0) return null
  return (
    <>
      <button type="button" className="button hollow mt-3 w-full no-print" onClick={() => setOpen(true)}>
        Refund
      </button>
      {isOpen && <RefundDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What is wrong before anything is sent, beside the browser's own rules. */
function checkRefund(form: HTMLFormElement, way: Way, { refundable, currency }: SellerOrder) {
  const errors: Record<string, string> = checkForm(form)
  if (way !== 'amount') return errors
  const amount = toMinor(textOf(new FormData(form), 'amount'))
  if (amount === null) errors.amount = 'Please enter an amount like 49.90'
  else if (amount <= 0) errors.amount = 'Please enter an amount above 0'
  else if (amount > Math.round(refundable * 100)) errors.amount = `At most ${money(refundable, currency)} can still be refunded.`
  return errors
}

function useRefund(order: SellerOrder, { way, onDone }: { way: Way; onDone: () => void }) {
  const keyOf = useRequestKey()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: officeKey(token) })
  return useForm({
    check: (form) => checkRefund(form, way, order),
    failed: FAILED,
    send: async (fields) => {
      const asked = {
        reason: textOf(fields, 'reason'),
        version: order.version,
        ...(way === 'amount' && { amount: toDecimal(toMinor(textOf(fields, 'amount')) ?? 0) }),
      }
      const typed = fields.get('password')
      const password = typeof typed === 'string' ? typed : '' // blanks too
      try {
        const after = await api.sellerOrders.refund({
          params: { id: order.id },
          body: { ...asked, password },
          idempotencyKey: keyOf(asked),
        })
        client.setQueryData(sellerOrderQuery(token, order.id).queryKey, after)
        const sent = money(toDecimal(Math.round(after.refunded * 100) - Math.round(order.refunded * 100)), order.currency)
        toast.success(order.paymentMethod === 'card' ? `${sent} is on its way back` : `${sent} is noted as refunded`)
        onDone()
        void refresh()
      } catch (failure) {
        if (isApiError(failure) && failure.status === 409) void refresh()
        throw failure
      }
    },
  })
}

function RefundDialog({ order, onClose }: { order: SellerOrder; onClose: () => void }) {
  const [isDirty, setDirty] = useState(false)
  const [way, setWay] = useState<Way>('all')
  const { props, errors, problem, isBusy } = useRefund(order, { way, onDone: onClose })
  return (
    <FormDialog title="Refund" isDirty={isDirty} onClose={onClose}>
      {(close) => (
        <form {...props} className="mt-3 grid gap-4" onChange={() => setDirty(true)}>
          <FormProblem text={problem} />
          <p>
            <b className="price">{money(order.refundable, order.currency)}</b> of your part can still be sent back
            {order.paymentMethod === 'card' ? ', to the card that paid.' : '. It was not paid by card: our team transfers it.'} It is taken
            off your earnings.
          </p>
          <fieldset className="grid">
            <legend className="mb-1 font-medium">What goes back</legend>
            {WAYS.map(([value, label]) => (
              <label key={value} className="flex min-h-11 w-fit items-center gap-3">
                <input type="radio" name="way" value={value} checked={way === value} onChange={() => setWay(value)} />
                {label}
              </label>
            ))}
          </fieldset>
          {way === 'amount' && (
            <TextField
              label={`Amount in ${order.currency}`}
              name="amount"
              inputMode="decimal"
              required
              autoComplete="off"
              error={errors.amount}
            />
          )}
          <TextAreaField
            label="Reason"
            name="reason"
            required
            rows={2}
            maxLength={500}
            hint="The customer reads it."
            error={errors.reason}
          />
          <PasswordField
            label="Your password"
            name="password"
            required
            autoComplete="current-password"
            hint="Money leaves: please confirm that it is you."
            error={errors.password}
          />
          <p className="mt-2 flex flex-wrap justify-end gap-3">
            <button type="button" className="button hollow" onClick={close}>
              Back
            </button>
            <SubmitButton isBusy={isBusy} busy="Refunding..." className="button danger">
              Refund
            </SubmitButton>
          </p>
        </form>
      )}
    </FormDialog>
  )
}
