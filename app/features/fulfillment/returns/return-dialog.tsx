import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useDecision } from '#app/features/kit/forms/use-decision.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { api } from '#app/lib/api.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { FormFoot } from '#app/ui/dialog.tsx'
import { CheckField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { Return } from '#contract/fulfillment/returns.ts'
import { RETURN_STATUS_LABELS, type ReturnStatus } from '#domain/return-request.ts'
import { ExchangeFields, exchangeDraftOf, exchangeErrors, exchangeOf, mayExchange, useExchangePreview } from './exchange-fields.tsx'
import type { ReturnSide } from './queries.ts'
import { ReturnFacts } from './return-facts.tsx'
import { ReturnState } from './return-state.tsx'

const FAILED = 'The return could not be changed. Please try again.'
type Move = ReturnStatus | 'exchanged'

const MOVES: Record<Move, string> = {
  requested: 'Requested',
  approved: 'Approve',
  received: 'Mark as received',
  refunded: 'Refund',
  exchanged: 'Exchange products',
  declined: 'Decline',
}
/** Hints of the answer at each status. */
const HINTS: Partial<Record<Move, string>> = {
  approved: 'Say where and how to send the products. Emailed to the customer.',
  declined: 'Required to decline. Emailed to the customer.',
}

interface ReturnDialogProps {
  returnRequest: Return
  side: ReturnSide
  onClose: () => void
}

/** One return with its allowed transitions. */
export function ReturnDialog({ returnRequest, side, onClose }: ReturnDialogProps) {
  return (
    <FormDialog title={`Return ${returnRequest.number}`} onClose={onClose}>
      <div className="mt-3 grid gap-4">
        <p className="flex flex-wrap items-center gap-x-4">
          <ReturnState status={returnRequest.status} isExchanged={returnRequest.exchange !== null} />
          <span>
            <bdi>{returnRequest.customer.name}</bdi>
            {side === 'staff' && `, sold by ${returnRequest.businessName}`}
          </span>
          {side === 'staff' && (
            <Link to={`/admin/orders/${returnRequest.orderId}`} className="py-2.5">
              Order {returnRequest.orderNumber}
            </Link>
          )}
        </p>
        <ReturnFacts returnRequest={returnRequest} ordersPath={side === 'staff' ? '/admin/orders' : '/business/orders'} />
        {returnRequest.nextStatuses.length > 0 ? (
          <Steps returnRequest={returnRequest} side={side} onDone={onClose} />
        ) : (
          <FormFoot cancel="Close" className="" />
        )}
      </div>
    </FormDialog>
  )
}

/** Lost value of withdrawn products, which staff deduct from their refund. */
function DeductionFields({ returnRequest: { amount, currency }, errors }: { returnRequest: Return; errors: FieldErrors }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">Deduction for lost value</legend>
      <TextField
        label={`Amount in ${currency}`}
        name="deduction.amount"
        type="number"
        inputMode="decimal"
        step="0.01"
        min={0}
        max={amount}
        isOptional
        hint={`Only for use beyond what it takes to try the products as in a shop, up to ${money(amount, currency)}.`}
        error={errors['deduction.amount']}
      />
      <TextField
        label="Why"
        name="deduction.reason"
        maxLength={500}
        isOptional
        hint="Shown to the customer."
        error={errors['deduction.reason']}
      />
    </fieldset>
  )
}

interface StepsProps {
  returnRequest: Return
  side: ReturnSide
  onDone: () => void
}

function Steps({ returnRequest, side, onDone }: StepsProps) {
  const decide = useDecision(onDone)
  const keyOf = useRequestKey()
  const isOffered = mayExchange(returnRequest, side)
  const moves: Move[] = [...(isOffered ? (['exchanged'] as const) : []), ...returnRequest.nextStatuses]
  const [status, setStatus] = useState<Move>((returnRequest.wish === 'refund' ? returnRequest.nextStatuses[0] : moves[0]) ?? 'declined')
  const [draft, setDraft] = useState(() => exchangeDraftOf(returnRequest, side))
  const exchange = exchangeOf(draft)
  const preview = useExchangePreview(side, returnRequest, status === 'exchanged' ? exchange : null)
  const isHere = status === 'received' || status === 'refunded' || status === 'exchanged'
  const isWithdrawn = returnRequest.withdrawal !== null
  const isRestocked = returnRequest.lines.some((line) => line.isRestocked)
  const form = useForm({
    check: (form) => ({
      ...(status === 'declined' && textOf(new FormData(form), 'answer') === '' && { answer: 'Please tell the customer why' }),
      ...(status === 'exchanged' && exchangeErrors(draft)),
    }),
    failed: FAILED,
    send: async (fields) => {
      const answer = textOf(fields, 'answer')
      const amount = Number(textOf(fields, 'deduction.amount'))
      const { id, version } = returnRequest
      const common = { version, ...(answer && { answer }), ...(fields.get('restock') && { restock: true }) }
      if (status === 'exchanged') {
        if (exchange === null || preview.data === null || !preview.isSettled) throw new Error('The price is not known yet') // it is seen first
        const call = { params: { id }, body: { ...common, ...exchange, amount: preview.data.total } }
        const keyed = { ...call, idempotencyKey: keyOf(call) }
        await decide(async () => {
          const made = await (side === 'seller' ? api.exchanges.exchangeAsSeller(keyed) : api.exchanges.exchange(keyed))
          return `Return exchanged in order ${made.exchange?.orderNumber ?? ''}`
        })
        return
      }
      const body = {
        status,
        ...common,
        ...(amount > 0 && { deduction: { amount, reason: textOf(fields, 'deduction.reason') } }),
      }
      const call = { params: { id }, body }
      await decide(async () => {
        const moved = await (side === 'seller' ? api.returns.moveAsSeller(call) : api.returns.move(call))
        return `Return is now ${RETURN_STATUS_LABELS[moved.status].toLowerCase()}`
      })
    },
  })
  return (
    <RecordForm
      form={form}
      draft={{ kind: 'return-answer', id: returnRequest.id }}
      cancel="Back"
      save={MOVES[status]}
      busy="Saving..."
      isDanger={status === 'declined'}
      foot=""
      className="grid gap-4 border-t-2 border-ink pt-4"
    >
      <fieldset>
        <legend className="mb-1 font-medium">Next step</legend>
        {moves.map((next) => (
          <label key={next} className="flex min-h-11 w-fit items-center gap-3">
            <input type="radio" name="status" value={next} checked={status === next} onChange={() => setStatus(next)} />
            {MOVES[next]}
          </label>
        ))}
      </fieldset>
      {status === 'exchanged' && (
        <ExchangeFields
          returnRequest={returnRequest}
          side={side}
          draft={draft}
          setDraft={setDraft}
          preview={preview}
          errors={form.errors}
        />
      )}
      <TextAreaField
        label="Answer to the customer"
        name="answer"
        rows={3}
        maxLength={1000}
        isOptional={status !== 'declined'}
        hint={HINTS[status] ?? 'Emailed to the customer.'}
        error={form.errors.answer}
      />
      {isHere && !isRestocked && <CheckField key={status} label="Restock the units" name="restock" />}
      {status === 'refunded' && isWithdrawn && side === 'staff' && <DeductionFields returnRequest={returnRequest} errors={form.errors} />}
      {status === 'refunded' && (
        <p>
          {isWithdrawn
            ? 'Refunds the price, the tax and, if everything from this seller is returned, standard shipping, up to what is left of the payment.'
            : 'Refunds the cost of the products, up to what is left of the payment.'}
        </p>
      )}
    </RecordForm>
  )
}
