import { PasswordChecks } from './password-checks.tsx'
import { PasswordField } from './password-field.tsx'

interface NewPasswordFieldProps {
  label: string
  name: string
  value: string
  error: string | undefined
  /** The owner of the password, whose name and address it may not contain. */
  person: { email: string; name: string }
  onValue: (value: string) => void
}

/** A password that is being chosen, with the rules beside it. */
export function NewPasswordField({ label, name, value, error, person, onValue }: NewPasswordFieldProps) {
  return (
    <div className="grid gap-2">
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        error={error}
        required
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      <PasswordChecks password={value} person={person} />
    </div>
  )
}
