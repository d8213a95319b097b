import { PasswordField } from './password-field.tsx'

interface CurrentPasswordFieldProps {
  value: string
  error: string | undefined
  onValue: (value: string) => void
}

/** The password that counts now: asked for again before something is changed that a stranger at the screen should not change. */
export function CurrentPasswordField({ value, error, onValue }: CurrentPasswordFieldProps) {
  return (
    <PasswordField
      label="Current password"
      name="currentPassword"
      autoComplete="current-password"
      required
      error={error}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
