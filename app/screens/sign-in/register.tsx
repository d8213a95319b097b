import { useState } from 'react'
import { Link } from 'react-router'
import { addPendingItems } from '#app/features/cart/add-pending-items.ts'
import { emailError, nameError, passwordError } from '#app/features/identity/sign-in/check-fields.ts'
import { EntrancePage } from '#app/features/identity/sign-in/entrance-page.tsx'
import { NewPasswordField } from '#app/features/identity/sign-in/new-password-field.tsx'
import { useEntrance } from '#app/features/identity/sign-in/use-entrance.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { startSession } from '#app/features/kit/session/sign-in.ts'
import { api } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { getShop } from '#app/lib/shop.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'
import { TermsField } from './terms-field.tsx'

export const handle: RouteHandle = { isListed: false }

export const meta = () =>
  pageMeta({ title: 'Create an account', description: `An account to order at ${getShop().name}.`, isPrivate: true })

export default function RegisterScreen() {
  const { keepingFrom } = useEntrance()
  return (
    <EntrancePage title="Create an account" lead="Place orders, save your cart and track your orders.">
      <RegisterForm />
      <div className="fold-t mt-6 grid gap-1 pt-4">
        <p>
          Already have an account?{' '}
          <Link to={keepingFrom('/login')} className="text-link">
            Sign in
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

function RegisterForm() {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [acceptTerms, setAcceptTerms] = useState(false)
  const form = useForm({
    check: () => ({
      name: nameError(name),
      email: emailError(email),
      password: passwordError(password),
      acceptTerms: acceptTerms ? undefined : 'Please accept the terms',
    }),
    send: async () => {
      const session = await api.auth.register({ body: { name, email, password, acceptTerms } })
      toast.success(`Welcome, ${session.name}!`)
      startSession(session)
      void addPendingItems()
    },
    failed: 'Your account could not be created. Please try again.',
  })
  return (
    <form {...form.props} className="grid gap-4">
      <FormProblem text={form.problem} />
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        enterKeyHint="next"
        required
        error={form.errors.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        enterKeyHint="next"
        required
        error={form.errors.email}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <NewPasswordField
        label="Password"
        name="password"
        error={form.errors.password}
        person={{ name, email }}
        value={password}
        onValue={setPassword}
      />
      <TermsField error={form.errors.acceptTerms} isAccepted={acceptTerms} onAccept={setAcceptTerms} />
      <SubmitButton isBusy={form.isBusy} busy="Creating your account...">
        Create account
      </SubmitButton>
    </form>
  )
}
