import { useState } from 'react'
import { useNavigate } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { NeedFields, needsOf } from '#app/features/quotes/need-fields.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { CURRENCIES } from '#domain/money.ts'

/** Button with which a seller begins a quote for a known customer. */
export function StartQuoteButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Start quote
      </button>
      {isOpen && <StartDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const keyOf = useRequestKey()
  const form = useForm({
    check: checkForm,
    failed: 'The quote could not be started. Please try again.',
    send: async (fields) => {
      const { deliverTo, buyerKind } = needsOf(fields)
      const currency = CURRENCIES.find((one) => one === textOf(fields, 'currency')) ?? 'USD'
      const body = {
        email: textOf(fields, 'email'),
        message: textOf(fields, 'message'),
        currency,
        deliverTo,
        buyerKind: buyerKind ?? 'business',
      }
      const { id } = await api.sellerQuotes.start({ body, idempotencyKey: keyOf(body) })
      await navigate(`/business/quotes/${id}`)
    },
  })
  return (
    <FormDialog title="Start a quote" isWide onClose={onClose}>
      <RecordForm form={form} save="Start quote" busy="Starting…">
        <TextField
          label="Customer's email"
          name="email"
          type="email"
          required
          hint="Someone who has ordered from you."
          error={form.errors.email}
        />
        <TextAreaField label="What the quote is about" name="message" rows={3} required maxLength={5000} error={form.errors.message} />
        <SelectField label="Currency" name="currency">
          {CURRENCIES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        <NeedFields errors={form.errors} />
      </RecordForm>
    </FormDialog>
  )
}
