import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { bodyOfRegistration, RegistrationFields } from '#app/features/pricing/tax/registration-fields.tsx'
import { api } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import type { StaffRegistration } from '#contract/pricing/tax.ts'

interface RegistrationFormProps {
  /** Null: a new one of the platform. */
  registration: StaffRegistration | null
  onSaved: () => void
}

/** The form of a registration. */
export function RegistrationForm({ registration, onSaved }: RegistrationFormProps) {
  const form = useRecordForm({
    record: registration,
    check: checkForm,
    failed: 'The registration could not be saved.',
    send: async (fields, shown) => {
      const body = { ...bodyOfRegistration(fields), ...(shown && { version: shown.version }) }
      if (registration) await api.tax.changeRegistration({ params: { id: registration.id }, body })
      else await api.tax.addRegistration({ body })
      toast.success(registration ? 'Registration saved.' : 'Registration added.')
      await refreshTabs(queryClient)
      onSaved()
    },
  })
  return (
    <RecordForm
      form={form}
      draft={{ kind: 'tax-registration', id: registration?.id }}
      save={registration ? 'Save registration' : 'Add registration'}
      foot="py-3 bg-surface"
    >
      <RegistrationFields registration={form.shown} errors={form.errors} />
    </RecordForm>
  )
}
