import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { DeliveryFields, needsOf } from '#app/features/quotes/need-fields.tsx'
import type { Office } from '#app/features/quotes/queries.ts'
import { type Seller, SellerPicker } from '#app/features/sellers/businesses/seller-picker.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { CURRENCIES } from '#domain/money.ts'

/** Button with which a seller begins a quote for one of its customers, and staff for any customer and seller. */
export function StartQuoteButton({ office }: { office: Office }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Start quote
      </button>
      {isOpen && <StartDialog office={office} onClose={() => setOpen(false)} />}
    </>
  )
}

function StartDialog({ office, onClose }: { office: Office; onClose: () => void }) {
  const navigate = useNavigate()
  const keyOf = useRequestKey()
  const isStaff = office === 'staffQuotes'
  const [seller, setSeller] = useState<Seller>(null)
  const form = useForm({
    check: (element) => ({ ...checkForm(element), ...(isStaff && !seller && { business: 'Please choose a seller' }) }),
    failed: 'The quote could not be started. Please try again.',
    send: async (fields) => {
      const { deliverTo, buyerKind = 'business', vatId = '' } = needsOf(fields)
      const currency = CURRENCIES.find((one) => one === textOf(fields, 'currency')) ?? 'USD'
      const email = textOf(fields, 'email')
      const body = {
        email,
        message: textOf(fields, 'message'),
        currency,
        deliverTo,
        buyerKind,
        vatId,
        ...(seller && { businessId: seller.id }),
      }
      return api[office].start({ body, idempotencyKey: keyOf(body) })
    },
  })
  const { answer, errors } = form
  useEffect(() => {
    if (answer) void navigate(`${isStaff ? '/admin' : '/business'}/quotes/${answer.id}`)
  }, [answer, isStaff, navigate])
  return (
    <FormDialog title="Start a quote" isWide {...(answer && { isDirty: false })} onClose={onClose}>
      <RecordForm form={form} save="Start quote" busy="Starting…">
        <TextField
          label="Customer's email"
          name="email"
          type="email"
          required
          hint={isStaff ? 'Someone who has an account.' : 'Someone who has ordered from you.'}
          error={errors.email}
        />
        {isStaff && (
          <SellerPicker
            label="Seller who makes the offer"
            seller={seller}
            onChoose={setSeller}
            error={errors.business ?? errors.businessId}
          />
        )}
        <TextAreaField label="What the quote is about" name="message" rows={3} required maxLength={5000} error={errors.message} />
        <SelectField label="Currency" name="currency" error={errors.currency}>
          {CURRENCIES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        <DeliveryFields errors={errors} />
      </RecordForm>
    </FormDialog>
  )
}
