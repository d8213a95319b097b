import { useState } from 'react'
import { ConflictNotice, currentOf } from '#app/features/kit/forms/conflict-notice.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useTyped, useUnsavedGuard } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { textOf } from '#app/lib/form-text.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { BusinessTax, BusinessTaxBody } from '#contract/pricing/tax.ts'
import { VAT_SCHEMES } from '#domain/tax-registration.ts'
import { placeText, SCHEME_LABELS, spanText } from './labels.ts'
import { RegistrationDialog } from './registration-dialog.tsx'

type Registration = BusinessTaxBody['registrations'][number]

const SCHEMES = { regular: 'Regular', small_business: 'Small enterprise, no VAT (Art. 284)' } as const
const listText = (registrations: readonly Registration[]) =>
  registrations.map((one) => `${SCHEME_LABELS[one.scheme]}, ${placeText(one)}: ${one.number}`).join('; ') || 'None'

const WORDS = [
  { label: 'VAT scheme', value: ({ vatScheme }: BusinessTax) => SCHEMES[vatScheme] },
  { label: 'VAT ID', value: ({ vatId }: BusinessTax) => vatId },
  { label: 'Registrations', value: ({ registrations }: BusinessTax) => listText(registrations) },
]

interface BusinessTaxFormProps {
  opened: BusinessTax
  save: (body: BusinessTaxBody) => Promise<unknown>
}

/** Form of the tax facts of a business, for its seller and for staff. */
export function BusinessTaxForm({ opened: first, save }: BusinessTaxFormProps) {
  const [opened, setOpened] = useState(first)
  const [version, setVersion] = useState(first.version)
  const [current, setCurrent] = useState<BusinessTax | null>(null)
  const [registrations, setRegistrations] = useState<readonly Registration[]>(first.registrations)
  const [saved, setSaved] = useState(registrations)
  const typed = useTyped()
  const isDirty = typed.isDirty || JSON.stringify(registrations) !== JSON.stringify(saved)
  const [edited, setEdited] = useState<number | null>(null)
  const leaving = useUnsavedGuard(isDirty)
  const { props, element, errors, problem, isBusy } = useForm({
    failed: 'The tax details could not be saved.',
    send: async (fields) => {
      const body = {
        vatScheme: VAT_SCHEMES.find((one) => one === textOf(fields, 'vatScheme')) ?? 'regular',
        vatId: textOf(fields, 'vatId').trim(),
        registrations: [...registrations],
        version,
      } satisfies BusinessTaxBody
      try {
        await save(body)
      } catch (failure) {
        setCurrent(currentOf<BusinessTax>(failure))
        throw failure
      }
      typed.reset()
      setSaved(registrations)
      toast.success('Tax details saved.')
      await refreshTabs(queryClient)
    },
  })
  const keepMine = () => {
    setVersion(current?.version ?? version)
    setCurrent(null)
    requestAnimationFrame(() => element.current?.requestSubmit())
  }
  const takeTheirs = () => {
    if (!current) return
    setOpened(current)
    setVersion(current.version)
    setRegistrations(current.registrations)
    setSaved(current.registrations)
    typed.reset()
    setCurrent(null)
  }
  const problemsOf = (at: number) =>
    Object.entries(errors).flatMap(([name, message]) => (name.startsWith(`registrations.${at}.`) && message ? [message] : []))
  return (
    <>
      <form {...props} key={opened.version} {...typed.props} className="frame mt-6 grid gap-5 p-6">
        {leaving}
        {current ? (
          <ConflictNotice opened={opened} current={current} fields={WORDS} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
        ) : (
          <FormProblem text={problem} />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="VAT scheme" name="vatScheme" defaultValue={opened.vatScheme} error={errors.vatScheme}>
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
            defaultValue={opened.vatId}
            error={errors.vatId}
          />
        </div>
        <section aria-labelledby="registrations">
          <h2 id="registrations" className="text-xl">
            Registrations
          </h2>
          {registrations.length === 0 && <p className="mt-2 text-ink-2">No registrations yet.</p>}
          <ul className="mt-2">
            {registrations.map((registration, at) => (
              <li
                key={`${registration.scheme} ${registration.country} ${registration.state} ${registration.number} ${registration.validFrom}`}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 not-first:border-t-[1.5px] not-first:border-line"
              >
                <div className="min-w-0 flex-1 basis-56">
                  <p className="font-medium">
                    {SCHEME_LABELS[registration.scheme]}, {placeText(registration)}
                  </p>
                  <p className="text-sm text-ink-2 wrap-anywhere">
                    {registration.number}. {spanText(registration)}
                  </p>
                  {problemsOf(at).map((message) => (
                    <p key={message} className="text-sm font-medium text-bad">
                      {message}
                    </p>
                  ))}
                </div>
                <span className="flex gap-2">
                  <button
                    type="button"
                    className="button hollow small"
                    aria-label={`Edit ${SCHEME_LABELS[registration.scheme]}, ${placeText(registration)}`}
                    onClick={() => setEdited(at)}
                  >
                    Edit
                  </button>
                  <button
                    type="button"
                    className="button hollow small"
                    aria-label={`Remove ${SCHEME_LABELS[registration.scheme]}, ${placeText(registration)}`}
                    onClick={() => setRegistrations(registrations.filter((_one, place) => place !== at))}
                  >
                    Remove
                  </button>
                </span>
              </li>
            ))}
          </ul>
          <button type="button" className="button hollow mt-3" onClick={() => setEdited(registrations.length)}>
            Add registration
          </button>
        </section>
        <p className="flex flex-wrap items-center justify-end gap-4">
          {isDirty && <span role="status">Not saved yet</span>}
          <SubmitButton isBusy={isBusy} busy="Saving…">
            Save tax details
          </SubmitButton>
        </p>
      </form>
      {edited !== null && (
        <RegistrationDialog
          registration={registrations[edited] ?? null}
          onTaken={(registration) => {
            setRegistrations(edited < registrations.length ? registrations.with(edited, registration) : [...registrations, registration])
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
