import { useState } from 'react'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { SecondFactorNeeded, SignedIn } from '#contract/identity/auth.ts'
import { RECOVERY_CODE_LENGTH } from '#domain/second-factor.ts'
import { CodeField, codeError } from './code-field.tsx'
import { hasPasskeys, PASSKEY_FAILED, signWithPasskey } from './use-passkey.ts'

interface SecondFactorFormProps {
  secondFactor: SecondFactorNeeded['secondFactor']
  onSignedIn: (session: SignedIn) => void
  onBack: () => void
}

/** The second step of signing in: a code, a passkey or a recovery code. */
export function SecondFactorForm({ secondFactor: { challenge, methods }, onSignedIn, onBack }: SecondFactorFormProps) {
  const [isRecovery, setRecovery] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const hasCode = methods.includes('code')
  const field = isRecovery ? 'recoveryCode' : 'code'
  const form = useForm({
    check: (element) => {
      const typed = textOf(new FormData(element), field)
      if (isRecovery) return { recoveryCode: typed === '' ? 'Enter one of your recovery codes' : undefined }
      return { code: codeError(typed) }
    },
    send: async (fields) => {
      setProblem(undefined)
      onSignedIn(await api.auth.secondFactor({ body: { challenge, [field]: textOf(fields, field) } }))
    },
    failed: 'The code could not be checked. Please try again.',
    refusedAt: field,
  })
  const askPasskey = async () => {
    setAsking(true)
    setProblem(undefined)
    try {
      onSignedIn(await api.auth.secondFactor({ body: await signWithPasskey({ challenge }) }))
    } catch (failure) {
      setProblem(messageOf(failure, PASSKEY_FAILED))
    } finally {
      setAsking(false)
    }
  }
  const shown = problem ?? (form.errors[field] ? undefined : form.problem)
  return (
    <div className="grid gap-4">
      <FormProblem text={shown} />
      {(hasCode || isRecovery) && (
        <form {...form.props} className="grid gap-4" key={field}>
          {isRecovery ? (
            <TextField
              label="Recovery code"
              name="recoveryCode"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={RECOVERY_CODE_LENGTH * 2}
              error={form.errors.recoveryCode}
              hint="Each code works once."
            />
          ) : (
            <CodeField error={form.errors.code} />
          )}
          <SubmitButton isBusy={form.isBusy} busy="Signing in...">
            Sign In
          </SubmitButton>
        </form>
      )}
      {methods.includes('passkey') && hasPasskeys() && (
        <BusyButton className="button hollow" isBusy={isAsking} busy="Waiting for your passkey..." onPress={() => void askPasskey()}>
          Use a passkey
        </BusyButton>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-1">
        {methods.includes('recoveryCode') && (
          <button type="button" className="link-button" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? (hasCode ? 'Use a code from your app' : 'Use a passkey instead') : 'Use a recovery code'}
          </button>
        )}
        <button type="button" className="link-button" onClick={onBack}>
          Enter your password again
        </button>
      </p>
    </div>
  )
}
