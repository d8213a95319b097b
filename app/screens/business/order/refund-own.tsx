import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  AmountField,
  amountOf,
  amountProblem,
  passwordOf,
  REFUND_FAILED,
  RefundEnd,
  refundWords,
  WayFields,
} from '#app/features/fulfillment/corrections/refund-fields.tsx'
import { sellerOrderQuery } from '#app/features/fulfillment/seller-orders/queries.ts'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { api, isApiError } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'

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
  const problem = way === 'amount' ? amountProblem(form, refundable, currency) : null
  return problem ? { ...errors, amount: problem } : errors
}

function useRefund(order: SellerOrder, { way, onDone }: { way: Way; onDone: () => void }) {
  const keyOf = useRequestKey()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: officeKey(token) })
  return useForm({
    check: (form) => checkRefund(form, way, order),
    failed: REFUND_FAILED,
    send: async (fields) => {
      const asked = {
        reason: textOf(fields, 'reason'),
        version: order.version,
        ...(way === 'amount' && { amount: amountOf(fields) }),
      }
      try {
        const after = await api.sellerOrders.refund({
          params: { id: order.id },
          body: { ...asked, password: passwordOf(fields) },
          idempotencyKey: keyOf(asked),
        })
        client.setQueryData(sellerOrderQuery(token, order.id).queryKey, after)
        toast.success(refundWords(order, { before: order.refunded, after: after.refunded }))
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
          <WayFields ways={WAYS} chosen={way} onChoose={setWay} />
          {way === 'amount' && <AmountField currency={order.currency} error={errors.amount} />}
          <RefundEnd errors={errors} isBusy={isBusy} onBack={close} />
        </form>
      )}
    </FormDialog>
  )
}
