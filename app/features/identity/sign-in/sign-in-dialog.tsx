import { useEffect, useState } from 'react'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { startSession } from '#app/features/kit/session/sign-in.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { SecondFactorNeeded, SessionUser, SignedIn } from '#contract/identity/auth.ts'
import { currentPasswordError } from './check-fields.ts'
import { PasswordField } from './password-field.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { canSignInWithPasskey, PASSKEY_FAILED, signWithPasskey } from './use-passkey.ts'

/** Gives what the page has read to the new session: nothing on it is taken away while it is read again. */
function keepReads(ended: string | null, token: string): void {
  for (const [key, data] of queryClient.getQueriesData({})) {
    if (ended !== null && key.includes(ended))
      queryClient.setQueryData(
        key.map((part) => (part === ended ? token : part)),
        data,
      )
  }
}

interface SignInDialogProps {
  user: SessionUser
  onSettled: (isSignedIn: boolean) => void
}

/** Asks the user of the page for the password, and for the second step where there is one; nobody else can sign in here. */
export function SignInDialog({ user, onSettled }: SignInDialogProps) {
  const { token: ended, isEnded } = useToken()
  const [secondFactor, setSecondFactor] = useState<SecondFactorNeeded['secondFactor'] | null>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!isEnded) onSettled(false) // signed in, or out, in another tab
  }, [isEnded, onSettled])
  const resume = (session: SignedIn) => {
    if (session.id !== user.id) {
      setProblem('This is a different account. Sign in with the account that this page belongs to.')
      return
    }
    onSettled(true)
    keepReads(ended, session.token)
    startSession(session)
    void queryClient.invalidateQueries()
  }
  return (
    <Dialog title="Sign in again" onClose={() => onSettled(false)}>
      <div className="mt-3 grid gap-4">
        <p className="text-ink-2">Your session has ended. Everything on this page stays as it is.</p>
        <FormProblem text={problem} />
        {secondFactor ? (
          <SecondFactorForm secondFactor={secondFactor} onSignedIn={resume} onBack={() => setSecondFactor(null)} />
        ) : (
          <SignInForm email={user.email} onSignedIn={resume} onSecondFactor={setSecondFactor} onCancel={() => onSettled(false)} />
        )}
      </div>
    </Dialog>
  )
}

interface SignInFormProps {
  email: string
  onSignedIn: (session: SignedIn) => void
  onSecondFactor: (secondFactor: SecondFactorNeeded['secondFactor']) => void
  onCancel: () => void
}

function SignInForm({ email, onSignedIn, onSecondFactor, onCancel }: SignInFormProps) {
  const [hasPasskey, setPasskey] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    canSignInWithPasskey().then(setPasskey, () => {
      // a browser that does not say has none
    })
  }, [])
  const passwordOf = (fields: FormData) => {
    const typed = fields.get('password')
    return typeof typed === 'string' ? typed : '' // blanks too
  }
  const form = useForm({
    check: (element) => ({ password: currentPasswordError(passwordOf(new FormData(element))) }),
    send: async (fields) => {
      setProblem(undefined)
      const answer = await api.auth.login({ body: { email, password: passwordOf(fields) } })
      if ('secondFactor' in answer) onSecondFactor(answer.secondFactor)
      else onSignedIn(answer)
    },
    failed: 'Login failed',
    refusedAt: 'password',
  })
  const askPasskey = async () => {
    setAsking(true)
    try {
      onSignedIn(await api.auth.passkey({ body: await signWithPasskey() }))
    } catch (failure) {
      setProblem(messageOf(failure, PASSKEY_FAILED))
    } finally {
      setAsking(false)
    }
  }
  return (
    <form {...form.props} className="grid gap-4">
      <FormProblem text={problem ?? (form.errors.password ? undefined : form.problem)} />
      <p>
        <bdi className="font-medium wrap-anywhere">{email}</bdi>
      </p>
      <input name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Password" name="password" autoComplete="current-password" enterKeyHint="go" error={form.errors.password} />
      <p className="mt-2 flex flex-wrap justify-end gap-3">
        <button type="button" className="button hollow" onClick={onCancel}>
          Cancel
        </button>
        {hasPasskey && (
          <BusyButton className="button hollow" isBusy={isAsking} busy="Waiting for your passkey..." onPress={() => void askPasskey()}>
            Use a passkey
          </BusyButton>
        )}
        <SubmitButton isBusy={form.isBusy} busy="Signing in...">
          Sign In
        </SubmitButton>
      </p>
    </form>
  )
}
