import { useState } from 'react'
import { checkForm } from '#app/features/forms/check-form.ts'
import { FormDialog } from '#app/features/forms/form-dialog.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { useRequestKey } from '#app/features/forms/use-request-key.ts'
import { PasswordField } from '#app/features/sign-in/password-field.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Order } from '#contract/orders.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { chosenLines, firstPiecesField, leftOf, type Pieces, PiecesFields, worthOfAll } from './refund-lines.tsx'
import { useOrderChange } from './use-order-change.ts'

const FAILED = 'The refund could not be sent. Please try again.'
const WAYS = [
  ['all', 'All that is left'],
  ['lines', 'Products'],
  ['amount', 'An amount'],
] as const
type Way = (typeof WAYS)[number][0]

/** What can still be sent back of an order, as a decimal amount. */
export const refundable = ({ paidAmount, refundedAmount }: Order) =>
  toDecimal(Math.round(paidAmount * 100) - Math.round(refundedAmount * 100))

/** Sends money of an order back: all of it, products, or an amount (D237). */
export function RefundOrder({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button hollow w-full" onClick={() => setOpen(true)}>
        Refund
      </button>
      {isOpen && <RefundDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What is wrong before anything is sent, beside the browser's own rules. */
function checkRefund(form: HTMLFormElement, order: Order, { way, pieces }: { way: Way; pieces: Pieces }) {
  const left = refundable(order)
  const errors: Record<string, string> = checkForm(form)
  const amount = toMinor(textOf(new FormData(form), 'amount'))
  if (way === 'amount' && amount === null) errors.amount = 'Please enter an amount like 49.90'
  else if (way === 'amount' && amount !== null && (amount <= 0 || amount > Math.round(left * 100))) {
    errors.amount = amount <= 0 ? 'Please enter an amount above 0' : `At most ${money(left, order.currency)} can still be refunded.`
  }
  if (way === 'lines' && chosenLines(pieces).length === 0)
    errors[firstPiecesField(order.items)] = 'Please choose the pieces that are refunded'
  return errors
}

function useRefund(order: Order, { way, pieces, onDone }: { way: Way; pieces: Pieces; onDone: () => void }) {
  const keyOf = useRequestKey()
  const change = useOrderChange()
  const show = (amount: number) => money(amount, order.currency)
  return useForm({
    check: (form) => checkRefund(form, order, { way, pieces }),
    failed: FAILED,
    send: async (fields) => {
      const asked = {
        reason: textOf(fields, 'reason'),
        version: order.version,
        ...(way === 'lines' && { lines: chosenLines(pieces) }),
        ...(way === 'amount' && { amount: toDecimal(toMinor(textOf(fields, 'amount')) ?? 0) }),
      }
      const typed = fields.get('password')
      const password = typeof typed === 'string' ? typed : '' // blanks too
      const call = { params: { id: order.id }, body: { ...asked, password }, idempotencyKey: keyOf(asked) }
      const after = await change(() => api.orderMoney.refund(call))
      const sent = toDecimal(Math.round(after.refundedAmount * 100) - Math.round(order.refundedAmount * 100))
      toast.success(order.paymentMethod === 'card' ? `${show(sent)} is on its way back` : `${show(sent)} is noted as refunded`)
      onDone()
    },
  })
}

function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [isDirty, setDirty] = useState(false)
  const [way, setWay] = useState<Way>('all')
  const [pieces, setPieces] = useState<Pieces>({})
  const { props, errors, problem, isBusy } = useRefund(order, { way, pieces, onDone: onClose })
  const show = (amount: number) => money(amount, order.currency)
  const items = order.items.filter((item) => leftOf(item) > 0)
  return (
    <FormDialog title="Refund" isDirty={isDirty} onClose={onClose}>
      {(close) => (
        <form {...props} className="mt-3 grid gap-4" onChange={() => setDirty(true)}>
          <FormProblem text={problem} />
          <p>
            <b className="price">{show(refundable(order))}</b> of {show(order.paidAmount)} can still be sent back
            {order.paymentMethod === 'card' ? ', to the card that paid.' : '. Please transfer it yourself; here it is noted.'}
          </p>
          {order.fulfilments.some(({ status }) => status === 'pending' || status === 'processing') && (
            <p className="text-ink-2">
              Nothing is cancelled by a refund: what has not left is still to be sent. To stop it, cancel it instead.
            </p>
          )}
          <fieldset className="grid">
            <legend className="mb-1 font-medium">What goes back</legend>
            {WAYS.map(([value, label]) => (
              <label key={value} className="flex min-h-11 w-fit items-center gap-3">
                <input type="radio" name="way" value={value} checked={way === value} onChange={() => setWay(value)} />
                {label}
              </label>
            ))}
          </fieldset>
          {way === 'lines' && (
            <div>
              <PiecesFields
                order={order}
                items={items}
                pieces={pieces}
                onChange={setPieces}
                error={chosenLines(pieces).length === 0 ? errors[firstPiecesField(items)] : undefined}
              />
              <p className="mt-3 flex justify-between gap-4 font-medium">
                Together <span className="price">{show(worthOfAll(items, pieces))}</span>
              </p>
            </div>
          )}
          {way === 'amount' && (
            <TextField
              label={`Amount in ${order.currency}`}
              name="amount"
              inputMode="decimal"
              required
              autoComplete="off"
              hint="Shared between the sellers by what is left of their parts."
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
