import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import type { BusinessTaxBody } from '#contract/pricing/tax.ts'
import { bodyOfRegistration, RegistrationFields } from './registration-fields.tsx'

type Registration = BusinessTaxBody['registrations'][number]

interface RegistrationDialogProps {
  /** Null: a new one. */
  registration: Registration | null
  onTaken: (registration: Registration) => void
  onClose: () => void
}

/** A registration of a seller in a dialog; it is saved with the form below. */
export function RegistrationDialog({ registration, onTaken, onClose }: RegistrationDialogProps) {
  const form = useForm({
    check: checkForm,
    failed: 'The registration could not be added.',
    send: async (fields) => onTaken(bodyOfRegistration(fields)),
  })
  return (
    <FormDialog title={registration ? 'Edit registration' : 'Add registration'} onClose={onClose}>
      <RecordForm form={form} save={registration ? 'Apply changes' : 'Add to the list'} foot="py-3 bg-surface">
        <RegistrationFields registration={registration} errors={form.errors} />
      </RecordForm>
    </FormDialog>
  )
}
