import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useIsHydrated } from '#app/features/session/use-session.ts'
import { EntrancePage } from '#app/features/sign-in/entrance-page.tsx'
import { fieldErrorsOf } from '#app/features/sign-in/field-errors.ts'
import { PasswordField } from '#app/features/sign-in/password-field.tsx'
import { PASSWORD_HINT, passwordError } from '#app/features/sign-in/password-rule.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'

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
        This link is incomplete. Please open the whole link from your message again.
      </p>
      <Link to="/login" className="button hollow">
        Sign In
      </Link>
    </>
  )
}

function ResetForm({ token, isSetup }: { token: string; isSetup: boolean }) {
  const [password, setPassword] = useState('')
  const [email, setEmail] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()

  function show(found: Record<string, string>, message?: string) {
    setErrors(found)
    setProblem(message)
    setBusy(false)
    form.current?.querySelector<HTMLElement>(found.email ? '[name=email]' : '[name=password]')?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const refused = passwordError(password)
    if (refused) return show({ password: refused })
    setBusy(true)
    try {
      await api.auth.resetPassword({ body: { token, password, ...(email.trim() && { email: email.trim() }) } })
      toast.success('Your new password is set. Please sign in.')
      await navigate('/login', { replace: true })
    } catch (failure) {
      show(fieldErrorsOf(failure), messageOf(failure, 'Your password could not be set. Please try again.'))
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      {problem && (
        <p role="alert" className="notice bad">
          {problem}
        </p>
      )}
      {isSetup && (
        <TextField
          label="Email"
          hint="What you will sign in with."
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          error={errors.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
      <PasswordField
        label="New password"
        hint={PASSWORD_HINT}
        name="password"
        autoComplete="new-password"
        enterKeyHint="go"
        error={errors.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="submit" className="button" aria-disabled={isBusy || undefined}>
        {isBusy ? 'Saving...' : 'Save new password'}
      </button>
    </form>
  )
}
