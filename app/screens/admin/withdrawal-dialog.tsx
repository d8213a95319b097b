import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useDecision } from '#app/features/kit/forms/use-decision.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api, queryOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { day, figure, instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { FormFoot } from '#app/ui/dialog.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { WithdrawalCase } from '#contract/fulfillment/withdrawals.ts'
import { WITHDRAWAL_STATUS_LABELS } from '#domain/withdrawal-status.ts'
import { withdrawalQuery } from './withdrawal-queries.ts'
import { WithdrawalState } from './withdrawal-state.tsx'

const FAILED = 'The withdrawal could not be changed. Please try again.'

/** One withdrawal with its statement, the right of its buyer, and the decision. */
export function WithdrawalDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const token = useToken((state) => state.token)
  const { data, isError, isFetching, refetch } = useQuery(queryOf(withdrawalQuery(token, id)))
  return (
    <FormDialog title={data ? `Withdrawal ${data.number}` : 'Withdrawal'} onClose={onClose}>
      <div className="mt-3 grid gap-4">
        {isError && <ReadFailed text="The withdrawal could not be loaded." isReading={isFetching} onAgain={() => void refetch()} />}
        {data && <Facts found={data} />}
        {data?.status === 'received' ? (
          <Decision key={data.version} found={data} onDone={onClose} />
        ) : (
          <FormFoot
            cancel="Close"
            className=""
            note={
              data?.status === 'accepted' &&
              data.order && (
                <Link to={`/admin/returns?search=${data.order.number}`} className="button">
                  View returns
                </Link>
              )
            }
          />
        )}
      </div>
    </FormDialog>
  )
}

function Facts({ found }: { found: WithdrawalCase }) {
  const { status, name, email, order, orderNumber, statement, receivedAt, dueAt, answer } = found
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4">
        <WithdrawalState status={status} />
        <span>
          <bdi>{name}</bdi>
        </span>
        <span className="break-all">{email}</span>
      </p>
      <dl className="pairs">
        <dt>Order</dt>
        <dd>
          {order ? <Link to={`/admin/orders/${order.id}`}>{order.number}</Link> : `${orderNumber}: no order has this number and email`}
        </dd>
        <dt>Received</dt>
        <dd>
          <time dateTime={receivedAt}>{instant(receivedAt)}</time>
        </dd>
        <dt>Refund due</dt>
        <dd>
          <time dateTime={dueAt}>{day(dueAt)}</time>
        </dd>
        <dt>Right</dt>
        <dd>{rightText(found)}</dd>
      </dl>
      <blockquote dir="auto" className="notice wrap-anywhere whitespace-pre-line">
        {statement}
      </blockquote>
      {answer && (
        <p className="wrap-anywhere whitespace-pre-line">
          Answer: <bdi>{answer}</bdi>
        </p>
      )}
    </>
  )
}

function rightText({ right }: WithdrawalCase): string {
  if (right === null) return 'Not known until the order is found.'
  if (right.state === 'business') return 'None: the buyer ordered as a business.'
  if (right.state === 'elsewhere') return 'None: the order ships to a country outside the European Union.'
  if (right.state === 'custom') return "None: everything was made to the buyer's order."
  if (right.state === 'ended') return right.lastDay ? `Ended on ${day(right.lastDay)}.` : 'Everything was canceled.'
  return right.lastDay ? `Stated in time, before the end of ${day(right.lastDay)}.` : 'Stated in time: not everything is delivered yet.'
}

type CaseLine = WithdrawalCase['lines'][number]

/** Part of a hint: the outcome for units that have not shipped. A seller's part is canceled when all that is left of it is chosen. */
function unshippedText(
  { isUnshipped, isCancelable, businessName }: CaseLine,
  lines: readonly CaseLine[],
  chosen: Map<string, number>,
): string {
  if (!isUnshipped) return ''
  const own = lines.filter((line) => line.businessName === businessName)
  return isCancelable && own.every(({ productId, left }) => chosen.get(productId) === left)
    ? '; not shipped, so all of it is canceled'
    : "; not shipped, so these units are refunded and don't ship"
}

interface DecisionProps {
  found: WithdrawalCase
  onDone: () => void
}

function Decision({ found, onDone }: DecisionProps) {
  const decide = useDecision(onDone)
  const [status, setStatus] = useState<'accepted' | 'refused'>('accepted')
  const [chosen, setChosen] = useState(() => new Map(found.lines.map(({ productId, quantity }) => [productId, quantity])))
  const isAccepted = status === 'accepted'
  const isToFind = isAccepted && found.order === null
  const form = useForm({
    check: (form): Record<string, string> =>
      isAccepted || textOf(new FormData(form), 'answer') !== '' ? {} : { answer: 'Please tell the customer why' },
    failed: FAILED,
    send: async (fields) => {
      const orderNumber = textOf(fields, 'orderNumber')
      const lines = found.lines.flatMap(({ productId }) => {
        const quantity = Number(textOf(fields, `units.${productId}`))
        return quantity > 0 ? [{ productId, quantity }] : []
      })
      const body = {
        status: isToFind ? ('received' as const) : status,
        answer: textOf(fields, 'answer'),
        version: found.version,
        ...(orderNumber && { orderNumber }),
        ...(isAccepted && lines.length > 0 && { lines }),
      }
      await decide(async () => {
        const decided = await api.withdrawals.decide({ params: { id: found.id }, body })
        // an order that was found: the form then shows its products
        return isToFind ? null : `Withdrawal is now ${WITHDRAWAL_STATUS_LABELS[decided.status].toLowerCase()}`
      })
    },
  })
  return (
    <RecordForm
      form={{ ...form, problem: form.problem ?? form.errors.lines }}
      cancel="Back"
      save={isToFind ? 'Find order' : isAccepted ? 'Accept withdrawal' : 'Refuse withdrawal'}
      busy="Saving..."
      isDanger={!isAccepted}
      foot=""
      className="grid gap-4 border-t-2 border-ink pt-4"
    >
      <fieldset>
        <legend className="mb-1 font-medium">Decision</legend>
        <label className="flex min-h-11 w-fit items-center gap-3">
          <input type="radio" name="status" checked={isAccepted} onChange={() => setStatus('accepted')} /> Accept
        </label>
        <label className="flex min-h-11 w-fit items-center gap-3">
          <input type="radio" name="status" checked={!isAccepted} onChange={() => setStatus('refused')} /> Refuse
        </label>
      </fieldset>
      {isToFind && (
        <TextField
          label="Order"
          name="orderNumber"
          hint="The number of the order that the customer means. You choose the products next."
          maxLength={40}
          error={form.errors.orderNumber}
        />
      )}
      {isAccepted &&
        found.lines.map((line) => (
          <TextField
            key={line.productId}
            label={line.name}
            name={`units.${line.productId}`}
            type="number"
            inputMode="numeric"
            min={0}
            max={line.left}
            defaultValue={String(line.quantity)}
            onChange={({ currentTarget }) => setChosen(new Map(chosen).set(line.productId, Number(currentTarget.value)))}
            hint={`${figure(line.left)} left, sold by ${line.businessName}${unshippedText(line, found.lines, chosen)}`}
          />
        ))}
      {!isToFind && (
        <TextAreaField
          label="Message to the customer"
          name="answer"
          rows={3}
          maxLength={1000}
          isOptional={isAccepted}
          hint={
            isAccepted ? 'Emailed together with the return address for shipped products.' : 'Required to refuse. Emailed to the customer.'
          }
          error={form.errors.answer}
        />
      )}
    </RecordForm>
  )
}
