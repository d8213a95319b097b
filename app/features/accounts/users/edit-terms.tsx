import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { money } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { Customer } from '#contract/accounts/customers.ts'
import { PAYMENT_TERM_DAYS, TERM_DAYS } from '#domain/invoice.ts'
import { toDecimal, toMinor } from '#domain/money.ts'

const daysText = (days: number) => (days === 0 ? 'With the order' : `${days} days`)

/** Payment terms of a user, and the dialog that changes them. */
export function PaymentTerms({ customer: { user, terms }, mayEdit }: { customer: Customer; mayEdit: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="terms" className="mt-8">
      <h2 id="terms" className="text-xl">
        Payment terms
      </h2>
      <div className="panel mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
        <p>
          Pay Later orders are due {terms.days === 0 ? 'with the order' : `${terms.days ?? PAYMENT_TERM_DAYS} days after the order`}.{' '}
          {terms.limit === null ? 'The limits of the shop apply.' : `Up to ${money(terms.limit, 'USD')} may be open.`}
        </p>
        {mayEdit && (
          <button type="button" className="button hollow small" onClick={() => setOpen(true)}>
            Change terms
          </button>
        )}
      </div>
      {isOpen && <TermsDialog id={user.id} terms={terms} onClose={() => setOpen(false)} />}
    </section>
  )
}

function limitProblem(form: HTMLFormElement): Record<string, string> {
  const typed = textOf(new FormData(form), 'limit')
  return typed === '' || (toMinor(typed) ?? -1) >= 0 ? {} : { limit: 'Please enter an amount like 49.90' }
}

function TermsDialog({ id, terms, onClose }: { id: string; terms: Customer['terms']; onClose: () => void }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const form = useForm({
    check: (element) => ({ ...checkForm(element), ...limitProblem(element) }),
    failed: 'The payment terms could not be saved. Please try again.',
    send: async (fields) => {
      const limit = toMinor(textOf(fields, 'limit'))
      const body = {
        days: Number(textOf(fields, 'days')),
        limit: limit === null ? null : toDecimal(limit),
        reason: textOf(fields, 'reason'),
      }
      await api.customers.setTerms({ params: { id }, body })
      toast.success('Payment terms saved')
      onClose()
      await client.invalidateQueries({ queryKey: officeKey(token) })
    },
  })
  return (
    <FormDialog title="Payment terms" onClose={onClose}>
      <RecordForm form={form} draft={{ kind: 'terms', id }} cancel="Back" save="Save terms" busy="Saving...">
        <SelectField
          label="Days to pay"
          name="days"
          defaultValue={terms.days ?? PAYMENT_TERM_DAYS}
          error={form.errors.days}
          hint="For new Pay Later orders: invoices and reminders follow."
        >
          {TERM_DAYS.map((days) => (
            <option key={days} value={days}>
              {daysText(days)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Limit in USD"
          name="limit"
          inputMode="decimal"
          isOptional
          autoComplete="off"
          defaultValue={terms.limit?.toFixed(2)}
          hint="The most that may be open. Leave empty for the limits of the shop."
          error={form.errors.limit}
        />
        <TextAreaField
          label="Reason"
          name="reason"
          required
          rows={2}
          maxLength={500}
          hint="Kept in the audit log."
          error={form.errors.reason}
        />
      </RecordForm>
    </FormDialog>
  )
}
