import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { EntrancePage } from '#app/features/sign-in/entrance-page.tsx'
import { PasswordField } from '#app/features/sign-in/password-field.tsx'
import { takeSession } from '#app/features/sign-in/sign-in.ts'
import { SubmitButton } from '#app/features/sign-in/submit-button.tsx'
import { useEntrance } from '#app/features/sign-in/use-entrance.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'

export const meta = () => pageMeta({ title: 'Sign In', description: 'Sign in to order and to see your orders.', isPrivate: true })

export default function LoginScreen() {
  const { keepingFrom } = useEntrance()
  return (
    <EntrancePage title="Sign In" lead="Your cart, your orders and your account in one place.">
      <LoginForm />
      <div className="fold-above mt-6 grid gap-1 pt-4">
        <p>
          New here?{' '}
          <Link to={keepingFrom('/register')} className="text-link">
            Create an account
          </Link>
        </p>
        <p>
          Want to sell?{' '}
          <Link to="/business/register" className="text-link">
            Register your business
          </Link>
        </p>
      </div>
    </EntrancePage>
  )
}

function LoginForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isMissing = error !== undefined && (email.trim() === '' || password === '')

  function fail(message: string) {
    setError(message)
    setBusy(false)
    const first = email.trim() === '' ? 'email' : 'password'
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setError(undefined)
    if (email.trim() === '' || password === '') return fail('Please enter both email and password')
    setBusy(true)
    try {
      const session = await api.auth.login({ body: { email: email.trim(), password } })
      toast.success(`Welcome back, ${session.name || session.email}!`)
      takeSession(session)
    } catch (failure) {
      fail(messageOf(failure, 'Login failed'))
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      {error && (
        <p id="login-error" role="alert" className="notice bad">
          {error}
        </p>
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        enterKeyHint="next"
        aria-invalid={(isMissing && email.trim() === '') || undefined}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        aria-invalid={(isMissing && password === '') || undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Link to="/forgot-password" state={{ email: email.trim() }} className="text-link -mt-2 justify-self-start">
        Forgot your password?
      </Link>
      <SubmitButton isBusy={isBusy} busy="Signing in...">
        Sign In
      </SubmitButton>
    </form>
  )
}
