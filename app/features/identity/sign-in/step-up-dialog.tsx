import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api, messageOf, queryOf, sessionEnded } from '#app/lib/api.ts'
import { Queries } from '#app/lib/queries.tsx'
import { useToken } from '#app/lib/token.ts'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { isApiError } from '#contract/errors.ts'
import type { ConfirmBody } from '#contract/identity/auth.ts'
import type { AccountSecurity } from '#contract/identity/security.ts'
import { DEFAULT_SECURITY } from '#domain/second-factor.ts'
import { currentPasswordError } from './check-fields.ts'
import { CodeField, codeError } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { securityQuery } from './queries.ts'
import { hasPasskeys, PASSKEY_FAILED, signWithPasskey } from './use-passkey.ts'

/** A secret as it was typed, blanks too. */
function typedIn(fields: FormData, name: string): string {
  const typed = fields.get(name)
  return typeof typed === 'string' ? typed : ''
}

interface StepUpProps {
  onSettled: (isConfirmed: boolean) => void
}

/**
 * Asks who it is before something that a stolen session must not do: for a code or a passkey of accounts that have one, for the password of
 * the others. What was typed behind it stays.
 */
export function StepUpDialog(props: StepUpProps) {
  return (
    <Queries>
      <AskWhoItIs {...props} />
    </Queries>
  )
}

function AskWhoItIs({ onSettled }: StepUpProps) {
  const token = useToken((state) => state.token)
  const { data, isPending } = useQuery({ ...queryOf(securityQuery(token)), retry: false })
  if (isPending) return null // it opens with its field, which takes the focus
  return (
    <Dialog title="Confirm it's you" onClose={() => onSettled(false)}>
      <StepUpForm security={data} onSettled={onSettled} />
    </Dialog>
  )
}

/** Confirms, and answers what became of it. A session that is over is no refusal: it ends here. */
async function confirm(body: Partial<ConfirmBody>): Promise<boolean> {
  try {
    await api.auth.stepUp({ body })
    return true
  } catch (failure) {
    if (!isApiError(failure) || failure.status !== 401 || failure.problem.code !== 'session_ended') throw failure
    sessionEnded()
    return false
  }
}

/** Without `security`, which could not be read, it asks for the password. */
function StepUpForm({ security, onSettled }: StepUpProps & { security: AccountSecurity | undefined }) {
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const minutes = security?.stepUpMinutes ?? DEFAULT_SECURITY.stepUpMinutes
  const hasPasskey = (security?.passkeys.length ?? 0) > 0
  const field = security?.totp ? 'code' : hasPasskey ? null : 'password'
  const form = useForm({
    check: (element) => {
      const fields = new FormData(element)
      if (field === 'code') return { code: codeError(typedIn(fields, 'code')) }
      return { password: currentPasswordError(typedIn(fields, 'password')) }
    },
    send: async (fields) => {
      setProblem(undefined)
      if (field) onSettled(await confirm({ [field]: typedIn(fields, field) }))
    },
    failed:
      field === 'code' ? 'Your code could not be checked. Please try again.' : 'Your password could not be checked. Please try again.',
    ...(field && { refusedAt: field }),
  })
  const askPasskey = async () => {
    setAsking(true)
    setProblem(undefined)
    try {
      onSettled(await confirm(await signWithPasskey({ stepUp: true })))
    } catch (failure) {
      setProblem(messageOf(failure, PASSKEY_FAILED))
    } finally {
      setAsking(false)
    }
  }
  const what = field === 'code' ? 'the code that your authenticator app shows' : 'your password'
  const shown = problem ?? (field && form.errors[field] ? undefined : form.problem)
  return (
    <form {...form.props} className="mt-3 grid gap-4">
      <p className="text-ink-2">
        {field ? `Enter ${what} to continue.` : 'Use your passkey to continue.'} You won't be asked again for {minutes} minutes.
      </p>
      <FormProblem text={shown} />
      {field === 'code' && <CodeField error={form.errors.code} />}
      {field === 'password' && (
        <PasswordField label="Password" name="password" autoComplete="current-password" enterKeyHint="go" error={form.errors.password} />
      )}
      <p className="mt-2 flex flex-wrap justify-end gap-3">
        <button type="button" className="button hollow" onClick={() => onSettled(false)}>
          Cancel
        </button>
        {hasPasskey && hasPasskeys() && (
          <BusyButton
            className={field ? 'button hollow' : 'button'}
            isBusy={isAsking}
            busy="Waiting for your passkey..."
            onPress={() => void askPasskey()}
          >
            Use a passkey
          </BusyButton>
        )}
        {field && (
          <SubmitButton isBusy={form.isBusy} busy="Checking...">
            Continue
          </SubmitButton>
        )}
      </p>
    </form>
  )
}
