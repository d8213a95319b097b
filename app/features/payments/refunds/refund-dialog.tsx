import { type ReactNode, useState } from 'react'
import { PasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { type Currency, toDecimal, toMinor } from '#domain/money.ts'
import { chosenLines, firstUnitField, leftOf, UnitFields, type Units, worthOfAll } from './unit-fields.tsx'

/** Refund as a call takes it, with the caller's password; neither `lines` nor `amount`: all that is left. */
interface RefundRequest {
  reason: string
  version: number
  lines?: { productId: string; quantity: number }[]
  amount?: number
  /** Refunds the share of this seller only; absent: of the whole order. */
  businessId?: string
  password: string
}

/** A seller whose share of the order can be refunded alone; `left`: its amount, as a decimal. */
interface RefundableSeller {
  businessId: string
  name: string
  left: number
}

interface RefundProps {
  order: { currency: Currency; paymentMethod: Order['paymentMethod']; version: number }
  /** Amounts that can still be refunded and that were refunded before, as decimals. */
  left: number
  refunded: number
  /** Lines of which units can be refunded; absent: only amounts can. */
  items?: readonly Order['items'][number][]
  /** Sellers to choose from; fewer than two: there is no choice. */
  sellers?: readonly RefundableSeller[]
  allLabel: string
  amountHint?: string
  /** Text at the head of the dialog. */
  children: ReactNode
  /** Sends the refund. @returns all that was refunded after it, as a decimal amount */
  send: (request: RefundRequest, idempotencyKey: string) => Promise<number>
}

type Mode = 'all' | 'lines' | 'amount'

/** Button that opens the refund dialog. */
export function RefundButton({ className = '', ...refund }: RefundProps & { className?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={`button hollow w-full ${className}`.trim()} onClick={() => setOpen(true)}>
        Refund
      </button>
      {isOpen && <RefundDialog {...refund} onClose={() => setOpen(false)} />}
    </>
  )
}

function amountProblem(form: HTMLFormElement, left: number, currency: Currency): string | null {
  const amount = toMinor(textOf(new FormData(form), 'amount'))
  if (amount === null) return 'Please enter an amount like 49.90'
  if (amount <= 0) return 'Please enter an amount above 0'
  return amount > Math.round(left * 100) ? `You can still refund up to ${money(left, currency)}.` : null
}

/** The password as it was typed, with its blanks. */
function passwordOf(fields: FormData): string {
  const typed = fields.get('password')
  return typeof typed === 'string' ? typed : ''
}

function useRefund(
  { order, left, refunded, items = [], send }: RefundProps,
  { mode, units, seller }: { mode: Mode; units: Units; seller: RefundableSeller | undefined },
  onDone: () => void,
) {
  const keyOf = useRequestKey()
  return useForm({
    check: (form) => {
      const errors: Record<string, string> = checkForm(form)
      const problem = mode === 'amount' ? amountProblem(form, seller?.left ?? left, order.currency) : null
      if (problem) errors.amount = problem
      if (mode === 'lines' && chosenLines(units).length === 0) errors[firstUnitField(items)] = 'Please choose the units to refund'
      return errors
    },
    failed: 'The refund could not be sent. Please try again.',
    send: async (fields) => {
      const request = {
        reason: textOf(fields, 'reason'),
        version: order.version,
        ...(mode === 'lines' && { lines: chosenLines(units) }),
        ...(seller && { businessId: seller.businessId }),
        ...(mode === 'amount' && { amount: toDecimal(toMinor(textOf(fields, 'amount')) ?? 0) }),
      }
      const after = await send({ ...request, password: passwordOf(fields) }, keyOf(request))
      const sent = money(toDecimal(Math.round(after * 100) - Math.round(refunded * 100)), order.currency)
      toast.success(order.paymentMethod === 'card' ? `Refund of ${sent} sent` : `Refund of ${sent} recorded`)
      onDone()
    },
  })
}

function RefundDialog({ onClose, ...refund }: RefundProps & { onClose: () => void }) {
  const { order, sellers = [], allLabel, amountHint, children } = refund
  const [mode, setMode] = useState<Mode>('all')
  const [units, setUnits] = useState<Units>({})
  const [chosen, setChosen] = useState('')
  const seller = sellers.find(({ businessId }) => businessId === chosen)
  const items = (refund.items ?? []).filter(({ businessId }) => !seller || businessId === seller.businessId)
  const form = useRefund({ ...refund, items }, { mode, units, seller }, onClose)
  const open = items.filter((item) => leftOf(item) > 0)
  const chooseSeller = (businessId: string) => {
    setChosen(businessId)
    setUnits({})
  }
  return (
    <FormDialog title="Refund" onClose={onClose}>
      <RecordForm form={form} draft={{ kind: 'refund' }} cancel="Back" save="Refund" busy="Refunding..." isDanger>
        {children}
        {sellers.length > 1 && (
          <SelectField label="Refund from" value={chosen} onChange={(event) => chooseSeller(event.target.value)}>
            <option value="">Whole order ({money(refund.left, order.currency)} left)</option>
            {sellers.map(({ businessId, name, left }) => (
              <option key={businessId} value={businessId}>
                {name} ({money(left, order.currency)} left)
              </option>
            ))}
          </SelectField>
        )}
        <ModeFields allLabel={allLabel} hasLines={refund.items !== undefined} mode={mode} onChange={setMode} />
        {mode === 'lines' && (
          <div>
            <UnitFields
              order={order}
              items={open}
              units={units}
              onChange={setUnits}
              error={chosenLines(units).length === 0 ? form.errors[firstUnitField(open)] : undefined}
            />
            <p className="mt-3 flex justify-between gap-4 font-medium">
              Total <span className="price">{money(worthOfAll(open, units), order.currency)}</span>
            </p>
          </div>
        )}
        {mode === 'amount' && (
          <TextField
            key={chosen}
            label={`Amount in ${order.currency}`}
            name="amount"
            inputMode="decimal"
            required
            autoComplete="off"
            defaultValue={seller?.left.toFixed(2)}
            hint={seller ? undefined : amountHint}
            error={form.errors.amount}
          />
        )}
        <TextAreaField
          label="Reason"
          name="reason"
          required
          rows={2}
          maxLength={500}
          hint="Shown to the customer."
          error={form.errors.reason}
        />
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

interface ModeFieldsProps {
  allLabel: string
  hasLines: boolean
  mode: Mode
  onChange: (mode: Mode) => void
}

function ModeFields({ allLabel, hasLines, mode, onChange }: ModeFieldsProps) {
  const labels: readonly (readonly [Mode, string])[] = [
    ['all', allLabel],
    ...(hasLines ? [['lines', 'Products'] as const] : []),
    ['amount', 'An amount'],
  ]
  return (
    <fieldset className="grid">
      <legend className="mb-1 font-medium">Refund</legend>
      {labels.map(([value, label]) => (
        <label key={value} className="flex min-h-11 w-fit items-center gap-3">
          <input type="radio" name="mode" value={value} checked={mode === value} onChange={() => onChange(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
