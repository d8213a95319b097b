import { useState } from 'react'
import { EntryRows } from '#app/features/kit/forms/entry-rows.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useStateForm } from '#app/features/kit/forms/use-state-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { BusinessTax, BusinessTaxBody } from '#contract/pricing/tax.ts'
import { VAT_SCHEMES } from '#domain/tax-registration.ts'
import { placeText, SCHEME_LABELS, spanText } from './labels.ts'
import { RegistrationDialog } from './registration-dialog.tsx'

type Registration = BusinessTaxBody['registrations'][number]

const SCHEMES = { regular: 'Regular', small_business: 'Small enterprise, no VAT (Art. 284)' } as const
const nameOf = (registration: Registration) => `${SCHEME_LABELS[registration.scheme]}, ${placeText(registration)}`
const listInWords = (registrations: readonly Registration[]) => registrations.map((one) => `${nameOf(one)}: ${one.number}`).join('; ')

type Draft = Pick<BusinessTaxBody, 'registrations' | 'vatId' | 'vatScheme'>

interface BusinessTaxFormProps {
  facts: BusinessTax
  save: (body: BusinessTaxBody) => Promise<BusinessTax>
}

/** Form of the tax facts of a business, for its seller and for staff. */
export function BusinessTaxForm({ facts, save }: BusinessTaxFormProps) {
  const [edited, setEdited] = useState<number | null>(null)
  const form = useStateForm<BusinessTax, Draft, void>({
    record: facts,
    valuesOf: ({ registrations, vatId, vatScheme }) => ({ registrations, vatId, vatScheme }),
    failed: 'The tax details could not be saved.',
    send: async (draft, version) => {
      form.saved(await save({ ...draft, vatId: draft.vatId.trim(), version }))
      toast.success('Tax details saved.')
      await refreshTabs(queryClient)
    },
    wordsOf: (rows) => listInWords(rows as Registration[]), // only the registrations are rows
  })
  const { errors, change } = form
  const { registrations, vatId, vatScheme } = form.values
  return (
    <>
      <RecordForm
        form={form}
        className="frame mt-6 grid gap-5 p-6"
        note={form.isDirty && <span role="status">Not saved yet</span>}
        save="Save tax details"
        foot="items-center gap-4"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="VAT scheme"
            name="vatScheme"
            value={vatScheme}
            error={errors.vatScheme}
            onChange={({ target }) => change({ vatScheme: VAT_SCHEMES.find((one) => one === target.value) ?? vatScheme })}
          >
            {VAT_SCHEMES.map((scheme) => (
              <option key={scheme} value={scheme}>
                {SCHEMES[scheme]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="VAT ID"
            name="vatId"
            isOptional
            maxLength={40}
            autoComplete="off"
            value={vatId}
            error={errors.vatId}
            onChange={({ target }) => change({ vatId: target.value })}
          />
        </div>
        <EntryRows
          id="registrations"
          title="Registrations"
          none="No registrations yet."
          add="Add registration"
          name="registrations"
          rows={registrations}
          errors={errors}
          keyOf={({ scheme, country, state, number, validFrom }) => `${scheme} ${country} ${state} ${number} ${validFrom}`}
          nameOf={nameOf}
          onEdit={setEdited}
          onChange={(rows) => change({ registrations: rows })}
        >
          {(registration) => (
            <>
              <p className="font-medium">{nameOf(registration)}</p>
              <p className="text-sm text-ink-2 wrap-anywhere">
                {registration.number}. {spanText(registration)}
              </p>
            </>
          )}
        </EntryRows>
      </RecordForm>
      {edited !== null && (
        <RegistrationDialog
          registration={registrations[edited] ?? null}
          onTaken={(registration) => {
            change({
              registrations: edited < registrations.length ? registrations.with(edited, registration) : [...registrations, registration],
            })
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
