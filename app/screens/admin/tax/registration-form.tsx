import { type ReactNode, useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { ConflictNotice, currentOf } from '#app/features/kit/forms/conflict-notice.tsx'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { placeText, SCHEME_LABELS, spanText } from '#app/features/pricing/tax/labels.ts'
import { bodyOfRegistration, RegistrationFields } from '#app/features/pricing/tax/registration-fields.tsx'
import { api } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { StaffRegistration } from '#contract/pricing/tax.ts'

const WORDS = [
  { label: 'Place', value: placeText },
  { label: 'Scheme', value: ({ scheme }: StaffRegistration) => SCHEME_LABELS[scheme] },
  { label: 'Number', value: ({ number }: StaffRegistration) => number },
  { label: 'In force', value: spanText },
]

interface RegistrationFormProps {
  /** Null: a new one of the platform. */
  registration: StaffRegistration | null
  onSaved: () => void
  /** Shown beside the save button. */
  children: ReactNode
}

/** The form of a registration. */
export function RegistrationForm({ registration, onSaved, children }: RegistrationFormProps) {
  const [version, setVersion] = useState(registration?.version)
  const [shown, setShown] = useState(registration)
  const [current, setCurrent] = useState<StaffRegistration | null>(null)
  const { props, element, errors, problem, isBusy } = useForm({
    check: checkForm,
    failed: 'The registration could not be saved.',
    send: async (fields) => {
      const body = { ...bodyOfRegistration(fields), ...(version !== undefined && { version }) }
      try {
        if (registration) await api.tax.changeRegistration({ params: { id: registration.id }, body })
        else await api.tax.addRegistration({ body })
      } catch (failure) {
        setCurrent(currentOf<StaffRegistration>(failure))
        throw failure
      }
      toast.success(registration ? 'Registration saved.' : 'Registration added.')
      await refreshTabs(queryClient)
      onSaved()
    },
  })
  const keepMine = () => {
    setVersion(current?.version)
    setCurrent(null)
    requestAnimationFrame(() => element.current?.requestSubmit())
  }
  const takeTheirs = () => {
    setShown(current)
    setVersion(current?.version)
    setCurrent(null)
  }
  return (
    <form {...props} key={shown?.version} className="grid gap-4">
      {registration && current ? (
        <ConflictNotice opened={registration} current={current} fields={WORDS} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
      ) : (
        <FormProblem text={problem} />
      )}
      <FormDraft kind="tax-registration" id={registration?.id} />
      <RegistrationFields registration={shown} errors={errors} />
      <p className="flex flex-wrap justify-end gap-3 py-3 bg-surface">
        {children}
        <SubmitButton isBusy={isBusy} busy="Saving…">
          {registration ? 'Save registration' : 'Add registration'}
        </SubmitButton>
      </p>
    </form>
  )
}
