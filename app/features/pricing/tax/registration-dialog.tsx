import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
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
  const { props, errors, problem, isBusy } = useForm({
    check: checkForm,
    failed: 'The registration could not be added.',
    send: async (fields) => onTaken(bodyOfRegistration(fields)),
  })
  return (
    <FormDialog title={registration ? 'Edit registration' : 'Add registration'} onClose={onClose}>
      {(close) => (
        <form {...props} className="mt-3 grid gap-4">
          <FormProblem text={problem} />
          <RegistrationFields registration={registration} errors={errors} />
          <p className="flex flex-wrap justify-end gap-3 py-3 bg-surface">
            <button type="button" className="button hollow" onClick={close}>
              Cancel
            </button>
            <SubmitButton isBusy={isBusy} busy="Saving…">
              {registration ? 'Apply changes' : 'Add to the list'}
            </SubmitButton>
          </p>
        </form>
      )}
    </FormDialog>
  )
}
