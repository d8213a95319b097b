import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { EntrancePage } from '#app/features/sign-in/entrance-page.tsx'
import { fieldErrorsOf } from '#app/features/sign-in/field-errors.ts'
import { PasswordField } from '#app/features/sign-in/password-field.tsx'
import { PASSWORD_HINT, passwordError } from '#app/features/sign-in/password-rule.ts'
import { takeSession } from '#app/features/sign-in/sign-in.ts'
import { useEntrance } from '#app/features/sign-in/use-entrance.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { RegisterBody } from '#contract/auth.ts'

export const meta = () => pageMeta({ title: 'Create an account', description: 'An account to order at Reflute.', isPrivate: true })

export default function RegisterScreen() {
  const { keepingFrom } = useEntrance()
  return (
    <EntrancePage title="Create an account" lead="To order, to keep a cart, and to see where your orders are.">
      <RegisterForm />
      <p className="fold-above mt-6 pt-4">
        Already have an account? <Link to={keepingFrom('/login')}>Sign in</Link>
      </p>
    </EntrancePage>
  )
}

const FIELDS = ['name', 'email', 'password'] as const
type Form = Record<(typeof FIELDS)[number], string>
type Errors = Partial<Record<string, string>>

function check(form: Form): Errors {
  const read = RegisterBody.safeParse(form)
  const issues = read.success ? [] : read.error.issues.map(({ path, message }): [string, string] => [String(path[0]), message])
  const password = passwordError(form.password)
  return { ...Object.fromEntries(issues), ...(password && { password }) }
}

function RegisterForm() {
  const [form, setForm] = useState<Form>({ name: '', email: '', password: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  function show(found: Errors, message?: string) {
    setErrors(found)
    setProblem(message)
    setBusy(false)
    const first = FIELDS.find((name) => found[name])
    element.current?.querySelector<HTMLElement>(`[name=${first ?? 'none'}]`)?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const found = check(form)
    if (Object.keys(found).length > 0) return show(found)
    setErrors({})
    setProblem(undefined)
    setBusy(true)
    try {
      const session = await api.auth.register({ body: form })
      toast.success(`Welcome, ${session.name}!`)
      takeSession(session)
    } catch (failure) {
      show(fieldErrorsOf(failure), messageOf(failure, 'Your account could not be created. Please try again.'))
    }
  }

  const bind = (name: (typeof FIELDS)[number]) => ({
    name,
    value: form[name],
    error: errors[name],
    required: true,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })

  return (
    <form ref={element} onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      {problem && (
        <p role="alert" className="notice bad">
          {problem}
        </p>
      )}
      <TextField label="Name" autoComplete="name" enterKeyHint="next" {...bind('name')} />
      <TextField label="Email" type="email" inputMode="email" autoComplete="username" enterKeyHint="next" {...bind('email')} />
      <PasswordField label="Password" hint={PASSWORD_HINT} autoComplete="new-password" enterKeyHint="go" {...bind('password')} />
      <button type="submit" className="button" aria-disabled={isBusy || undefined}>
        {isBusy ? 'Creating your account...' : 'Create account'}
      </button>
    </form>
  )
}
