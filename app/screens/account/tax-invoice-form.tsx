import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { invoiceFormQuery } from '#app/features/payments/documents/queries.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Load } from '#app/ui/load.tsx'
import type { InvoicePreference } from '#contract/payments/documents.ts'
import { type InvoiceForm as Form, INVOICE_FORM_LABELS, INVOICE_FORMS } from '#domain/e-invoice.ts'

const HINTS: Readonly<Record<Form, string>> = {
  pdf: 'Without data for accounting software.',
  factur_x: 'One file for people and for accounting software, based on the European standard EN 16931.',
  xrechnung: "An XML file with the authority's Leitweg-ID, and a PDF to read.",
}

/** The form in which the user gets invoices as a business in the European Union. */
export function InvoiceForm() {
  const token = useToken((state) => state.token)
  return (
    <section aria-labelledby="invoice-form" className="frame p-5 md:p-6">
      <h2 id="invoice-form" className="text-xl">
        Invoices
      </h2>
      <p className="mt-1 mb-4 text-ink-2">The format of your future invoices when you order as a business in the European Union.</p>
      <Load read={invoiceFormQuery(token)} failure="Your invoice format could not be loaded.">
        {(preference) => <PreferenceForm preference={preference} />}
      </Load>
    </section>
  )
}

function PreferenceForm({ preference }: { preference: InvoicePreference }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Form>(preference.form)
  const form = useRecordForm({
    record: preference,
    onShow: (current) => setChosen(current.form),
    failed: 'Your invoice format could not be saved. Please try again.',
    send: async (fields, shown) => {
      const body = { form: chosen, buyerReference: textOf(fields, 'buyerReference').trim(), version: shown.version }
      form.saved(await api.documents.saveForm({ body }))
      toast.success('Invoice format saved.')
      await client.invalidateQueries({ queryKey: invoiceFormQuery(token).queryKey })
    },
  })
  const { errors, shown } = form
  return (
    <RecordForm form={{ ...form, problem: errors.buyerReference ? undefined : form.problem }} className="grid gap-4">
      <SelectField
        label="Format"
        name="form"
        value={chosen}
        hint={HINTS[chosen]}
        onChange={({ target }) => setChosen(INVOICE_FORMS.find((one) => one === target.value) ?? 'factur_x')}
        error={errors.form}
      >
        {INVOICE_FORMS.map((one) => (
          <option key={one} value={one}>
            {INVOICE_FORM_LABELS[one]}
          </option>
        ))}
      </SelectField>
      <div hidden={chosen !== 'xrechnung'}>
        <TextField
          label="Leitweg-ID"
          name="buyerReference"
          maxLength={60}
          autoComplete="off"
          required={chosen === 'xrechnung'}
          defaultValue={shown.buyerReference}
          hint="The authority gives it to you with its order, such as 04011000-1234512345-06."
          error={errors.buyerReference}
        />
      </div>
      <SubmitButton isBusy={form.isBusy} busy="Saving…" className="button justify-self-start">
        Save format
      </SubmitButton>
    </RecordForm>
  )
}
