import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { TRAP, TrapField } from '#app/features/kit/forms/trap-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { usePrefill } from '#app/features/kit/forms/use-prefill.ts'
import { chosenLines, leftOf, UnitFields, type Units } from '#app/features/payments/refunds/unit-fields.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { day, instant } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { DraftWithdrawal, WithdrawalReceipt } from '#contract/fulfillment/withdrawals.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { RouteHandle } from '#contract/route-handle.ts'
import { CUSTOM_TEXT, OUTCOME_TEXTS } from '#domain/withdrawal-status.ts'

export const handle: RouteHandle = { isListed: false }

export const meta = () =>
  pageMeta({
    title: 'Withdraw from a contract',
    description: 'Withdraw from an order within 14 days, without giving a reason, if you bought as a private person in the European Union.',
    canonical: '/withdraw',
  })

export default function WithdrawScreen() {
  const [draft, setDraft] = useState<DraftWithdrawal>()
  const [receipt, setReceipt] = useState<WithdrawalReceipt>()
  return (
    <div className="wrap py-8">
      <h1>Withdraw from a contract</h1>
      {!receipt && (
        <p className="mt-2.5 max-w-text text-lg text-ink-2">
          If you bought as a private person in the European Union, you can withdraw within 14 days after you received the last product of
          your order. You don't have to give a reason. <Link to="/refund-policy">Read how it works</Link>
        </p>
      )}
      <div className="frame mt-6 max-w-text p-6 md:p-8">
        {receipt ? (
          <Receipt receipt={receipt} />
        ) : draft ? (
          <ConfirmForm draft={draft} onBack={() => setDraft(undefined)} onDone={setReceipt} />
        ) : null}
        <div hidden={Boolean(draft)}>
          <StatementForm onDone={setDraft} />
        </div>
      </div>
    </div>
  )
}

function Receipt({ receipt: { number, email, receivedAt, outcome } }: { receipt: WithdrawalReceipt }) {
  return (
    <div role="status" className="grid gap-3">
      <h2>We received your withdrawal</h2>
      <p className="notice ok">
        Withdrawal {number}, received <time dateTime={receivedAt}>{instant(receivedAt)}</time>. We sent a receipt to {email}.
      </p>
      <p>{OUTCOME_TEXTS[outcome]}</p>
    </div>
  )
}

/**
 * Reads one's own order, whose products can be ticked; null for others, and until it is there. The page itself is read without a session.
 */
function useOwnOrder(number: string): Order | null {
  const token = useToken((state) => state.token)
  const [order, setOrder] = useState<Order | null>(null)
  useEffect(() => {
    if (token === null || number === '') return
    const stopped = new AbortController()
    // somebody else's: products are typed
    api.orders.byId({ params: { id: number }, signal: stopped.signal }).then(setOrder, () => setOrder(null))
    return () => stopped.abort()
  }, [token, number])
  return order?.number === number.toUpperCase() ? order : null
}

/** Step 1: the facts of the contract. It stays in the page behind step 2, so that going back finds what was typed. */
function StatementForm({ onDone }: { onDone: (draft: DraftWithdrawal) => void }) {
  const [query] = useSearchParams()
  const [number, setNumber] = useState(query.get('order') ?? '')
  const order = useOwnOrder(number)
  const items = order?.items.filter((item) => leftOf(item) > 0 && !item.isCustom) ?? []
  const custom = order?.items.filter(({ isCustom }) => isCustom) ?? []
  const [units, setUnits] = useState<Units>({})
  const [typed, setTyped] = useState('') // products in words stay, though their order is found later
  const canTick = items.length > 0 && typed === ''
  const lines = canTick ? chosenLines(units) : []
  const find = (named: string) => {
    if (named === number) return
    setNumber(named)
    setUnits({})
  }
  const isDone = order?.withdrawal?.isLeft === false && !order.withdrawal.isCustom
  const { props, element, errors, problem, isBusy } = useForm({
    check: checkForm,
    failed: 'Your withdrawal did not reach us. What you entered is still here. Please send it again.',
    send: async (fields) => {
      const body = {
        name: textOf(fields, 'name'),
        email: textOf(fields, 'email'),
        orderNumber: textOf(fields, 'orderNumber'),
        items: textOf(fields, 'items'),
        website: textOf(fields, TRAP),
        ...(lines.length > 0 && { lines }),
      }
      onDone(await api.withdrawals.start({ body }))
    },
  })
  usePrefill(element)
  return (
    <form {...props} aria-labelledby="statement-title" className="grid gap-4">
      <h2 id="statement-title">1. Your order</h2>
      <FormProblem text={problem ?? errors.lines} />
      <TextField label="Name" name="name" required maxLength={160} autoComplete="name" error={errors.name} />
      <TextField
        label="Order number"
        name="orderNumber"
        hint="It starts with ORD- and is in every email about your order."
        required
        maxLength={40}
        defaultValue={query.get('order') ?? ''}
        error={errors.orderNumber}
        onBlur={(event) => find(event.currentTarget.value.trim())}
      />
      {isDone && order ? (
        <DoneNotice order={order} />
      ) : (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            hint="We send the receipt to this address."
            required
            maxLength={254}
            autoComplete="email"
            error={errors.email}
          />
          {order && canTick ? (
            <fieldset className="grid gap-3">
              <legend className="mb-2 font-medium">Which products (leave all at 0 for the whole order)</legend>
              <UnitFields order={order} items={items} units={units} onChange={setUnits} />
            </fieldset>
          ) : (
            <TextAreaField
              label="Which products"
              hint="Leave this empty to withdraw from the whole order."
              name="items"
              isOptional
              rows={3}
              maxLength={1000}
              defaultValue={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={errors.items}
            />
          )}
          {custom.map(({ productId, name }) => (
            <p key={productId} className="text-ink-2">
              <bdi>{name}</bdi>: {CUSTOM_TEXT}
            </p>
          ))}
          <TrapField />
          <p>
            <SubmitButton isBusy={isBusy} busy="Sending..." className="button needs-script">
              Continue
            </SubmitButton>
          </p>
        </>
      )}
      <noscript>
        <p>
          This form needs JavaScript. You can also withdraw by email or letter: our <Link to="/contact">contact page</Link> has the
          addresses.
        </p>
      </noscript>
    </form>
  )
}

/** Says what became of an order of which nothing is left to withdraw from. */
function DoneNotice({ order: { id, status, withdrawal } }: { order: Order }) {
  const last = withdrawal?.statements.at(-1)
  const isChecked = status !== 'cancelled' && last?.status === 'received'
  return (
    <div role="status" className="notice">
      <p>
        {last && `You withdrew from this order on ${day(last.receivedAt)} (${last.number}). `}
        {OUTCOME_TEXTS[isChecked ? 'received' : 'settled']}
      </p>
      <p className="mt-2">
        <Link to={`/account/orders/${id}`}>View order</Link>
      </p>
    </div>
  )
}

interface ConfirmFormProps {
  draft: DraftWithdrawal
  onBack: () => void
  onDone: (receipt: WithdrawalReceipt) => void
}

/** Step 2: the statement and the button that sends it. */
function ConfirmForm({ draft: { id, token, statement }, onBack, onDone }: ConfirmFormProps) {
  const { props, problem, isBusy } = useForm({
    failed: 'Your withdrawal did not reach us. Please try again.',
    send: async () => onDone(await api.withdrawals.confirm({ params: { id }, body: { token } })),
  })
  return (
    <form {...props} aria-labelledby="confirm-title" className="grid gap-4">
      <h2 id="confirm-title" tabIndex={-1} ref={(heading) => heading?.focus()}>
        2. Your statement
      </h2>
      <FormProblem text={problem} />
      <blockquote dir="auto" className="notice wrap-anywhere whitespace-pre-line">
        {statement}
      </blockquote>
      <p className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy} busy="Sending...">
          Confirm withdrawal
        </SubmitButton>
        <button type="button" className="button hollow" onClick={onBack}>
          Back
        </button>
      </p>
    </form>
  )
}
