import { useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { toDecimal } from '#domain/money.ts'
import { AmountField, amountOf, amountProblem, passwordOf, REFUND_FAILED, RefundEnd, refundWords, WayFields } from './refund-fields.tsx'
import { chosenLines, firstPiecesField, leftOf, type Pieces, PiecesFields, worthOfAll } from './refund-lines.tsx'
import { useOrderChange } from './use-order-change.ts'

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
  const errors: Record<string, string> = checkForm(form)
  const problem = way === 'amount' ? amountProblem(form, refundable(order), order.currency) : null
  if (problem) errors.amount = problem
  if (way === 'lines' && chosenLines(pieces).length === 0)
    errors[firstPiecesField(order.items)] = 'Please choose the pieces that are refunded'
  return errors
}

function useRefund(order: Order, { way, pieces, onDone }: { way: Way; pieces: Pieces; onDone: () => void }) {
  const keyOf = useRequestKey()
  const change = useOrderChange()
  return useForm({
    check: (form) => checkRefund(form, order, { way, pieces }),
    failed: REFUND_FAILED,
    send: async (fields) => {
      const asked = {
        reason: textOf(fields, 'reason'),
        version: order.version,
        ...(way === 'lines' && { lines: chosenLines(pieces) }),
        ...(way === 'amount' && { amount: amountOf(fields) }),
      }
      const call = { params: { id: order.id }, body: { ...asked, password: passwordOf(fields) }, idempotencyKey: keyOf(asked) }
      const after = await change(() => api.orderMoney.refund(call))
      toast.success(refundWords(order, { before: order.refundedAmount, after: after.refundedAmount }))
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
          <WayFields ways={WAYS} chosen={way} onChoose={setWay} />
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
            <AmountField
              currency={order.currency}
              hint="Shared between the sellers by what is left of their parts."
              error={errors.amount}
            />
          )}
          <RefundEnd errors={errors} isBusy={isBusy} onBack={close} />
        </form>
      )}
    </FormDialog>
  )
}
