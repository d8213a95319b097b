import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { emailError, passwordError } from '#app/features/identity/sign-in/check-fields.ts'
import { EntrancePage } from '#app/features/identity/sign-in/entrance-page.tsx'
import { NewPasswordField } from '#app/features/identity/sign-in/new-password-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { api } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { isApiError } from '#contract/errors.ts'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isPrivate: true, isCached: false }

export const meta = () => [
  ...pageMeta({ title: 'Choose a new password', description: 'Set the password of your account.', isPrivate: true }),
  { name: 'referrer', content: 'no-referrer' },
]

export default function ResetPasswordScreen() {
  const [search] = useSearchParams()
  const isHydrated = useIsHydrated()
  const token = isHydrated ? search.get('token') : ''
  return (
    <EntrancePage title="Choose a new password" lead="The link works once, and you are signed out everywhere else.">
      {token === null ? <NoToken /> : <ResetForm token={token} isSetup={search.get('setup') === '1'} />}
    </EntrancePage>
  )
}

function NoToken() {
  return (
    <>
      <p role="alert" className="notice warn mb-4">
        This link is incomplete. Open the complete link from your email again, or request a new one.
      </p>
      <Link to="/forgot-password" className="button hollow">
        Ask for a new link
      </Link>
    </>
  )
}

function ResetForm({ token, isSetup }: { token: string; isSetup: boolean }) {
  const [search] = useSearchParams()
  const [password, setPassword] = useState('')
  const [email, setEmail] = useState('')
  const [isUsedUp, setUsedUp] = useState(false)
  const navigate = useNavigate()
  const form = useForm({
    check: () => ({ email: isSetup && email.trim() ? emailError(email) : undefined, password: passwordError(password) }),
    send: async () => {
      try {
        await api.auth.resetPassword({ body: { token, password, ...(email.trim() && { email: email.trim() }) } })
      } catch (failure) {
        setUsedUp(isApiError(failure) && failure.code === 'link_invalid')
        throw failure
      }
      toast.success('Your new password is set. Please sign in.')
      const from = search.get('from')
      await navigate(from === null ? '/login' : `/login?from=${encodeURIComponent(from)}`, { replace: true })
    },
    failed: 'Your password could not be set. Please try again.',
  })
  return (
    <form {...form.props} className="grid gap-4">
      <FormProblem text={form.problem} />
      {isUsedUp && !isSetup && (
        <Link to="/forgot-password" className="button hollow justify-self-start">
          Ask for a new link
        </Link>
      )}
      {isSetup && (
        <TextField
          label="Email"
          hint="You'll sign in with this address."
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          error={form.errors.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
      <NewPasswordField
        label="New password"
        name="password"
        error={form.errors.password}
        person={{ name: '', email }}
        value={password}
        onValue={setPassword}
      />
      <SubmitButton isBusy={form.isBusy} busy="Saving...">
        Save new password
      </SubmitButton>
    </form>
  )
}
