import { useQueryClient } from '@tanstack/react-query'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { documentTermsQuery } from '#app/features/payments/documents/queries.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { day } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { getShop } from '#app/lib/shop.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { Load } from '#app/ui/load.tsx'
import type { DocumentTerms } from '#contract/payments/documents.ts'

/** Numbers of the seller's documents, and the agreement that the shop writes them. */
export function DocumentTermsSection() {
  const token = useToken((state) => state.token)
  return (
    <section aria-labelledby="document-terms" className="frame mt-6 p-6">
      <h2 id="document-terms" className="text-xl">
        Invoices in your name
      </h2>
      <p className="mt-1 mb-4 max-w-text text-ink-2">
        If you are the seller of an order, {getShop().name} issues the invoice to the buyer for you. If {getShop().name} is the seller, it
        can issue your monthly invoice to {getShop().name} for you. Both need your agreement.
      </p>
      <Load read={documentTermsQuery(token)} failure="Your terms could not be loaded.">
        {(terms) => <TermsForm terms={terms} />}
      </Load>
    </section>
  )
}

function TermsForm({ terms }: { terms: DocumentTerms }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const form = useRecordForm({
    record: terms,
    failed: 'Your terms could not be saved. Please try again.',
    send: async (fields, shown) => {
      const body = { prefix: textOf(fields, 'prefix').trim(), agreed: fields.has('agreed'), version: shown.version }
      form.saved(await api.documents.saveTerms({ body }))
      toast.success('Invoice terms saved.')
      await client.invalidateQueries({ queryKey: officeKey(token) })
    },
  })
  const { errors } = form
  const { prefix, proposedPrefix, isPrefixFixed, agreedAt } = form.shown
  const hint = isPrefixFixed
    ? 'Fixed since your first document.'
    : `2 to 8 letters, such as ${proposedPrefix} for ${proposedPrefix}-000001. It's fixed after your first document.`
  return (
    <RecordForm form={{ ...form, problem: errors.prefix ? undefined : form.problem }} className="grid gap-4">
      <div className="grid sm:grid-cols-2">
        <TextField
          label="Invoice number prefix"
          name="prefix"
          isOptional={!isPrefixFixed}
          maxLength={8}
          autoComplete="off"
          autoCapitalize="characters"
          readOnly={isPrefixFixed}
          defaultValue={prefix}
          hint={hint}
          error={errors.prefix}
        />
      </div>
      <CheckField
        label={`${getShop().name} may issue invoices and credit notes in my name and on my behalf, and invoices from me to ${getShop().name}`}
        name="agreed"
        defaultChecked={agreedAt !== null}
      />
      <p className="flex flex-wrap items-center gap-4">
        <SubmitButton isBusy={form.isBusy} busy="Saving…">
          Save terms
        </SubmitButton>
        {agreedAt && !form.isDirty && <span className="text-ink-2">Agreed on {day(agreedAt)}</span>}
        {form.isDirty && <span role="status">Not saved yet</span>}
      </p>
    </RecordForm>
  )
}
