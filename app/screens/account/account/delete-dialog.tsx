import { useState } from 'react'
import { currentPasswordError } from '#app/features/identity/sign-in/check-fields.ts'
import { CurrentPasswordField } from '#app/features/identity/sign-in/current-password-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'

const WORD = 'DELETE'

/** The last question before an account is gone: a word to type, and the password. */
export function DeleteDialog({ email, onDeleted, onClose }: { email: string; onDeleted: () => void; onClose: () => void }) {
  const [word, setWord] = useState('')
  const [currentPassword, setPassword] = useState('')
  const form = useForm({
    check: () => ({
      word: word.trim().toUpperCase() === WORD ? undefined : `Please type ${WORD}`,
      currentPassword: currentPasswordError(currentPassword),
    }),
    send: async () => {
      await api.account.remove({ body: { currentPassword } })
      onDeleted()
    },
    failed: 'Your account could not be deleted. Please try again.',
  })
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form {...form.props} className="mt-4 grid gap-4">
        <FormProblem text={form.problem} />
        <p className="wrap-anywhere">The account of {email} is deleted immediately. Nobody can restore it, not even us.</p>
        <TextField
          label={`Type ${WORD} to confirm`}
          name="word"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          error={form.errors.word}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
        <CurrentPasswordField value={currentPassword} error={form.errors.currentPassword} onValue={setPassword} />
        <p className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="button hollow" onClick={onClose}>
            Keep my account
          </button>
          <SubmitButton isBusy={form.isBusy} busy="Deleting..." className="button danger">
            Delete account
          </SubmitButton>
        </p>
      </form>
    </Dialog>
  )
}
