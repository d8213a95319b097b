import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { addPendingItems } from '#app/features/cart/add-pending-items.ts'
import { EntrancePage } from '#app/features/identity/sign-in/entrance-page.tsx'
import { PasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { SecondFactorForm } from '#app/features/identity/sign-in/second-factor-form.tsx'
import { useEntrance } from '#app/features/identity/sign-in/use-entrance.ts'
import { canSignInWithPasskey, PASSKEY_FAILED, signWithPasskey } from '#app/features/identity/sign-in/use-passkey.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { startSession } from '#app/features/kit/session/sign-in.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { SecondFactorNeeded, SignedIn } from '#contract/identity/auth.ts'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isListed: false }

export const meta = () => pageMeta({ title: 'Sign In', description: 'Sign in to order and to see your orders.', isPrivate: true })

/** Greets a user who has signed in, and starts the session in this browser. */
function welcome(session: SignedIn): void {
  toast.success(`Welcome back, ${session.name || session.email}!`)
  startSession(session)
  void addPendingItems()
}

export default function LoginScreen() {
  const { keepingFrom } = useEntrance()
  const [secondFactor, setSecondFactor] = useState<SecondFactorNeeded['secondFactor'] | null>(null)
  if (secondFactor) {
    return (
      <EntrancePage title="Two-factor sign-in" lead={leadOf(secondFactor)}>
        <SecondFactorForm secondFactor={secondFactor} onSignedIn={welcome} onBack={() => setSecondFactor(null)} />
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title="Sign In" lead="Your cart, your orders and your account in one place.">
      <LoginForm onSecondFactor={setSecondFactor} />
      <div className="fold-t mt-6 grid gap-1 pt-4">
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

const leadOf = ({ methods }: SecondFactorNeeded['secondFactor']) =>
  methods.includes('code') ? 'Enter the code that your authenticator app shows.' : 'Your account also needs a passkey.'

/** Said once for both fields, above them. */
const MISSING = 'Please enter both email and password'

function LoginForm({ onSecondFactor }: { onSecondFactor: (secondFactor: SecondFactorNeeded['secondFactor']) => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const form = useForm({
    check: () => ({ email: email.trim() === '' ? MISSING : undefined, password: password === '' ? MISSING : undefined }),
    send: async () => {
      const answer = await api.auth.login({ body: { email: email.trim(), password } })
      if ('secondFactor' in answer) onSecondFactor(answer.secondFactor)
      else welcome(answer)
    },
    failed: 'Login failed',
    refusedAt: 'password',
  })

  return (
    <form {...form.props} className="grid gap-4">
      <FormProblem text={form.problem ?? form.errors.email ?? form.errors.password} />
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        enterKeyHint="next"
        aria-invalid={form.errors.email !== undefined || undefined}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        aria-invalid={form.errors.password !== undefined || undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Link to="/forgot-password" state={{ email: email.trim() }} className="text-link -mt-2 justify-self-start">
        Forgot your password?
      </Link>
      <SubmitButton isBusy={form.isBusy} busy="Signing in...">
        Sign In
      </SubmitButton>
      <PasskeyButton />
    </form>
  )
}

/** Signs in with a passkey alone, where this device can. */
function PasskeyButton() {
  const [isOffered, setOffered] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    canSignInWithPasskey().then(setOffered, () => {
      // a browser that does not say has none
    })
  }, [])
  if (!isOffered) return null
  const ask = async () => {
    setAsking(true)
    try {
      welcome(await api.auth.passkey({ body: await signWithPasskey() }))
    } catch (failure) {
      toast.error(messageOf(failure, PASSKEY_FAILED))
    } finally {
      setAsking(false)
    }
  }
  return (
    <BusyButton className="button hollow" isBusy={isAsking} busy="Waiting for your passkey..." onPress={() => void ask()}>
      Sign in with a passkey
    </BusyButton>
  )
}
