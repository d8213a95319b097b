import { useState } from 'react'
import { currentPasswordError, passwordError } from '#app/features/identity/sign-in/check-fields.ts'
import { NewPasswordField } from '#app/features/identity/sign-in/new-password-field.tsx'
import { CurrentPasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'

interface PasswordFormProps {
  user: Pick<SessionUser, 'email' | 'name'>
  label: string
  className?: string
  onChanged: () => Promise<void>
}

/** Changes the password; all other devices are signed out by it. */
export function PasswordForm({ user, label, className, onChanged }: PasswordFormProps) {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const form = useForm({
    check: () => ({ currentPassword: currentPasswordError(currentPassword), newPassword: passwordError(newPassword) }),
    send: async () => {
      await api.account.changePassword({ body: { currentPassword, newPassword } })
      setCurrent('')
      setNew('')
      await onChanged()
    },
    failed: 'Your password could not be changed. Please try again.',
  })
  return (
    <form {...form.props} className="grid gap-4">
      <FormProblem text={form.problem} />
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <CurrentPasswordField value={currentPassword} error={form.errors.currentPassword} onValue={setCurrent} />
      <NewPasswordField
        label="New password"
        name="newPassword"
        error={form.errors.newPassword}
        person={user}
        value={newPassword}
        onValue={setNew}
      />
      <SubmitButton isBusy={form.isBusy} busy="Saving..." {...(className && { className })}>
        {label}
      </SubmitButton>
    </form>
  )
}
