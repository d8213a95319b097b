import { useEffect, useId, useRef, useState } from 'react'
import { FormProblem } from '#app/features/sign-in/form-problem.tsx'
import { PasswordField } from '#app/features/sign-in/password-field.tsx'
import { SubmitButton } from '#app/features/sign-in/submit-button.tsx'
import { useForm } from '#app/features/sign-in/use-form.ts'
import { api } from '#app/lib/api.ts'
import { TextField } from '#app/ui/field.tsx'
import { passwordMissing } from './password-missing.ts'

const WORD = 'DELETE'

/** The last question before an account is gone: a word to type, and the password. Open as long as it is rendered. */
export function DeleteDialog({ email, onDeleted, onClose }: { email: string; onDeleted: () => void; onClose: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [word, setWord] = useState('')
  const [currentPassword, setPassword] = useState('')
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const form = useForm({
    check: () => ({
      word: word.trim().toUpperCase() === WORD ? undefined : `Please type ${WORD}`,
      currentPassword: passwordMissing(currentPassword),
    }),
    send: async () => {
      await api.account.remove({ body: { currentPassword } })
      onDeleted()
    },
    failed: 'Your account could not be deleted. Please try again.',
  })
  return (
    <dialog ref={dialog} className="order-dialog" aria-labelledby={id} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate className="grid gap-4">
        <h2 id={id} className="text-xl">
          Delete your account?
        </h2>
        <FormProblem text={form.problem} />
        <p className="wrap-anywhere">The account of {email} is deleted at once. Nobody can bring it back, we cannot either.</p>
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
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          required
          error={form.errors.currentPassword}
          value={currentPassword}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="button hollow" onClick={() => dialog.current?.close()}>
            Keep my account
          </button>
          <SubmitButton isBusy={form.isBusy} busy="Deleting..." className="button danger">
            Delete account
          </SubmitButton>
        </p>
      </form>
    </dialog>
  )
}
