import { PasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { type Currency, toDecimal, toMinor } from '#domain/money.ts'

/** What a form says that could not send a refund. */
export const REFUND_FAILED = 'The refund could not be sent. Please try again.'

/** What is wrong with the amount that was typed, `left` being the most; null: nothing. */
export function amountProblem(form: HTMLFormElement, left: number, currency: Currency): string | null {
  const amount = toMinor(textOf(new FormData(form), 'amount'))
  if (amount === null) return 'Please enter an amount like 49.90'
  if (amount <= 0) return 'Please enter an amount above 0'
  return amount > Math.round(left * 100) ? `You can still refund up to ${money(left, currency)}.` : null
}

/** The amount that was typed. */
export const amountOf = (fields: FormData): number => toDecimal(toMinor(textOf(fields, 'amount')) ?? 0)

/** The password as it was typed, blanks too. */
export function passwordOf(fields: FormData): string {
  const typed = fields.get('password')
  return typeof typed === 'string' ? typed : ''
}

/** What is said once money is on its way back; amounts are all that went back before and after. */
export function refundWords(
  order: { paymentMethod: string; currency: Currency },
  { before, after }: { before: number; after: number },
): string {
  const sent = money(toDecimal(Math.round(after * 100) - Math.round(before * 100)), order.currency)
  return order.paymentMethod === 'card' ? `${sent} is on its way back` : `${sent} is noted as refunded`
}

interface WayFieldsProps<Way extends string> {
  ways: readonly (readonly [Way, string])[]
  chosen: Way
  onChoose: (way: Way) => void
}

/** How much goes back: one of these ways. */
export function WayFields<Way extends string>({ ways, chosen, onChoose }: WayFieldsProps<Way>) {
  return (
    <fieldset className="grid">
      <legend className="mb-1 font-medium">What goes back</legend>
      {ways.map(([value, label]) => (
        <label key={value} className="flex min-h-11 w-fit items-center gap-3">
          <input type="radio" name="way" value={value} checked={chosen === value} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

interface AmountFieldProps {
  currency: Currency
  hint?: string
  error: string | undefined
}

/** The amount that goes back. */
export function AmountField({ currency, ...rest }: AmountFieldProps) {
  return <TextField label={`Amount in ${currency}`} name="amount" inputMode="decimal" required autoComplete="off" {...rest} />
}

interface RefundEndProps {
  errors: Record<string, string | undefined>
  isBusy: boolean
  onBack: () => void
}

/** The end of every refund: its reason, the own password, and the buttons. */
export function RefundEnd({ errors, isBusy, onBack }: RefundEndProps) {
  return (
    <>
      <TextAreaField label="Reason" name="reason" required rows={2} maxLength={500} hint="The customer reads it." error={errors.reason} />
      <PasswordField
        label="Your password"
        name="password"
        required
        autoComplete="current-password"
        hint="Confirm your password to send this refund."
        error={errors.password}
      />
      <p className="mt-2 flex flex-wrap justify-end gap-3">
        <button type="button" className="button hollow" onClick={onBack}>
          Back
        </button>
        <SubmitButton isBusy={isBusy} busy="Refunding..." className="button danger">
          Refund
        </SubmitButton>
      </p>
    </>
  )
}
