import { useState } from 'react'
import { EntryRows } from '#app/features/kit/forms/entry-rows.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useStateForm } from '#app/features/kit/forms/use-state-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import type { BusinessRegisters, ProducerRegistration, RegistrationForm } from '#contract/sellers/registers.ts'
import { RegisterDialog, registerName } from './register-dialog.tsx'
import { RegisterState } from './register-state.tsx'

const keyOf = ({ country, stream }: Pick<RegistrationForm, 'country' | 'stream'>) => `${country} ${stream}`
const dayText = (iso: string) => day(`${iso}T12:00:00Z`)

const formOf = ({ country, stream, number, scheme, validFrom, validTo }: ProducerRegistration): RegistrationForm => ({
  country,
  stream,
  number,
  scheme,
  validFrom,
  validTo,
  confirms: true,
})
const formsOf = ({ registrations }: BusinessRegisters) => ({ registrations: registrations.map(formOf) })
const isSame = (one: RegistrationForm, other: RegistrationForm) => JSON.stringify(one) === JSON.stringify(other)

function spanText({ validFrom, validTo }: RegistrationForm): string {
  return validTo === null ? `Since ${dayText(validFrom)}` : `${dayText(validFrom)} to ${dayText(validTo)}`
}

/** A number with its state, and what staff said about it. */
function Entry({ form, stored }: { form: RegistrationForm; stored: ProducerRegistration | undefined }) {
  const isStored = stored !== undefined && isSame(formOf(stored), form)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 font-medium">
        {registerName(form)} {isStored ? <RegisterState state={stored.state} /> : <span className="status idle">Not saved yet</span>}
      </p>
      <p className="text-sm text-ink-2 wrap-anywhere">
        <bdi>{form.number}</bdi>. {spanText(form)}
        {form.scheme !== '' && (
          <>
            . <bdi>{form.scheme}</bdi>
          </>
        )}
      </p>
      {isStored && stored.check && (
        <p className="text-sm text-ink-2 wrap-anywhere">
          {stored.check.confirmed ? 'Confirmed' : 'Not confirmed'} on {dayText(stored.check.day)}: {stored.check.how}
        </p>
      )}
    </>
  )
}

/** Form of a seller's numbers in registers of producers. */
export function RegistersForm({ registers }: { registers: BusinessRegisters }) {
  const [edited, setEdited] = useState<number | null>(null)
  const form = useStateForm<BusinessRegisters, { registrations: RegistrationForm[] }, void>({
    record: registers,
    valuesOf: formsOf,
    failed: 'The numbers could not be saved.',
    send: async (draft, version) => {
      form.saved(await api.registers.saveOfBusiness({ body: { ...draft, version } }))
      toast.success('Numbers saved. New and changed ones are confirmed by the shop.')
      await refreshTabs(queryClient)
    },
    // only the numbers are rows
    wordsOf: (rows) => (rows as RegistrationForm[]).map((one) => `${registerName(one)}: ${one.number}`).join('; '),
  })
  const { errors, change } = form
  const { registrations } = form.values
  return (
    <>
      <RecordForm
        form={form}
        className="frame mt-6 grid gap-5 p-6"
        note={form.isDirty && <span role="status">Not saved yet</span>}
        save="Save numbers"
        foot="items-center gap-4"
      >
        <EntryRows
          id="numbers"
          title="Your numbers"
          none="No numbers yet."
          add="Add number"
          name="registrations"
          rows={registrations}
          errors={errors}
          keyOf={keyOf}
          nameOf={registerName}
          onEdit={setEdited}
          onChange={(rows) => change({ registrations: rows })}
        >
          {(one) => <Entry form={one} stored={registers.registrations.find((stored) => keyOf(stored) === keyOf(one))} />}
        </EntryRows>
      </RecordForm>
      {edited !== null && (
        <RegisterDialog
          registration={registrations[edited] ?? null}
          taken={registrations.map(keyOf)}
          onTaken={(one) => {
            change({ registrations: edited < registrations.length ? registrations.with(edited, one) : [...registrations, one] })
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
