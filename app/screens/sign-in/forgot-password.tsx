import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { emailError } from '#app/features/identity/sign-in/check-fields.ts'
import { EntrancePage } from '#app/features/identity/sign-in/entrance-page.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isListed: false }

export const meta = () => pageMeta({ title: 'Forgot your password?', description: 'Set a new password by email.', isPrivate: true })

export default function ForgotPasswordScreen() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <EntrancePage title="Forgot your password?" lead="We'll email you a link to choose a new one.">
      {sentTo === undefined ? <RequestForm onSent={setSentTo} /> : <Sent to={sentTo} onAgain={() => setSentTo(undefined)} />}
      <p className="fold-t mt-6 pt-4">
        Remembered it? <Link to="/login">Sign in</Link>
      </p>
    </EntrancePage>
  )
}

function typedBefore(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : ''
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { state } = useLocation()
  const [email, setEmail] = useState(typedBefore(state))
  const form = useForm({
    check: () => ({ email: emailError(email) }),
    send: async () => {
      await api.auth.forgotPassword({ body: { email } })
      onSent(email.trim())
    },
    failed: 'The link could not be sent. Please try again.',
  })
  return (
    <form {...form.props} className="grid gap-4">
      <FormProblem text={form.problem} />
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        enterKeyHint="send"
        required
        error={form.errors.email}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <SubmitButton isBusy={form.isBusy} busy="Sending...">
        Send the link
      </SubmitButton>
    </form>
  )
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  return (
    <div className="grid gap-4">
      <div role="status" className="notice ok wrap-anywhere">
        <p>
          <b>Check your inbox.</b>
        </p>
        <p>If there is an account for {to}, an email with a link is on its way. The link is valid for 30 minutes and works once.</p>
      </div>
      <button type="button" className="button hollow justify-self-start" onClick={onAgain}>
        Try another address
      </button>
    </div>
  )
}
