import { useState } from 'react'
import { useRefreshAccount } from '#app/features/accounts/profile/use-account.ts'
import { currentPasswordError, emailError } from '#app/features/identity/sign-in/check-fields.ts'
import { CurrentPasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { AccountUser } from '#contract/accounts/account.ts'
import { normalizeEmail } from '#domain/user.ts'
import { EmailState } from './email-state.tsx'

/** Asks for another address: it counts once the mail to it is confirmed. */
export function EmailForm({ user }: { user: Pick<AccountUser, 'email' | 'emailVerified'> & { pendingEmail: string | null } }) {
  const [email, setEmail] = useState('')
  const [currentPassword, setPassword] = useState('')
  const refresh = useRefreshAccount()
  const form = useForm({
    check: () => ({
      email: emailError(email) ?? (normalizeEmail(email) === user.email ? 'This is already your email address' : undefined),
      currentPassword: currentPasswordError(currentPassword),
    }),
    send: async () => {
      await api.account.change({ body: { email, currentPassword } })
      setEmail('')
      setPassword('')
      await refresh()
      toast.success('Open the link in the email we sent to your new address')
    },
    failed: 'Your address could not be changed. Please try again.',
  })
  return (
    <div className="part-form grid gap-4">
      <p className="wrap-anywhere">
        <b>{user.email}</b> {user.emailVerified && <span className="status ok ml-2">Confirmed</span>}
      </p>
      <EmailState user={user} />
      <form {...form.props} className="grid gap-4">
        <FormProblem text={form.problem} />
        <TextField
          label="New email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          error={form.errors.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <CurrentPasswordField value={currentPassword} error={form.errors.currentPassword} onValue={setPassword} />
        <SubmitButton isBusy={form.isBusy} busy="Saving..." className="button hollow justify-self-start">
          Change email
        </SubmitButton>
      </form>
    </div>
  )
}
