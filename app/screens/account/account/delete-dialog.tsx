import { useState } from 'react'
import { currentPasswordError } from '#app/features/identity/sign-in/check-fields.ts'
import { CurrentPasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'

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
      <RecordForm form={form} cancel="Keep my account" save="Delete account" busy="Deleting..." isDanger className="mt-4 grid gap-4">
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
      </RecordForm>
    </Dialog>
  )
}
