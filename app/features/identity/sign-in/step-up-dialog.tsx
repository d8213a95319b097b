import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api, sessionEnded } from '#app/lib/api.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { isApiError } from '#contract/errors.ts'
import { STEP_UP_MINUTES } from '#domain/user.ts'
import { currentPasswordError } from './check-fields.ts'
import { PasswordField } from './password-field.tsx'

/** The password as it was typed, blanks too. */
function passwordOf(fields: FormData): string {
  const typed = fields.get('password')
  return typeof typed === 'string' ? typed : ''
}

/** Asks for the password before something that a stolen session must not do. What was typed behind it stays. */
export function StepUpDialog({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const form = useForm({
    check: (element) => ({ password: currentPasswordError(passwordOf(new FormData(element))) }),
    send: async (fields) => {
      try {
        await api.auth.stepUp({ body: { password: passwordOf(fields) } })
      } catch (failure) {
        if (!isApiError(failure) || failure.status !== 401) throw failure
        sessionEnded()
        return onSettled(false)
      }
      onSettled(true)
    },
    failed: 'Your password could not be checked. Please try again.',
    refusedAt: 'password',
  })
  const cancel = () => onSettled(false)
  return (
    <Dialog title="Confirm it's you" onClose={cancel}>
      <form {...form.props} className="mt-3 grid gap-4">
        <p className="text-ink-2">Enter your password to continue. You won't be asked again for {STEP_UP_MINUTES} minutes.</p>
        <FormProblem text={form.errors.password ? undefined : form.problem} />
        <PasswordField label="Password" name="password" autoComplete="current-password" enterKeyHint="go" error={form.errors.password} />
        <p className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="button hollow" onClick={cancel}>
            Cancel
          </button>
          <SubmitButton isBusy={form.isBusy} busy="Checking...">
            Continue
          </SubmitButton>
        </p>
      </form>
    </Dialog>
  )
}
