import { TextField } from '#app/ui/field.tsx'
import { CODE_DIGITS } from '#domain/second-factor.ts'
import { normalizeIdentifier } from '#domain/text.ts'

/** A code of an authenticator app; phones and password managers fill it in. */
export function CodeField({ error, hint }: { error?: string | undefined; hint?: string }) {
  return (
    <TextField
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      maxLength={CODE_DIGITS + 1}
      className="input max-w-48 tracking-widest"
      error={error}
      hint={hint}
    />
  )
}

/** Returns the reason for which a typed code is not sent. */
export function codeError(code: string): string | undefined {
  return normalizeIdentifier(code).replace(/\s/g, '').length === CODE_DIGITS
    ? undefined
    : `Enter the ${CODE_DIGITS} digits that your app shows`
}
