import { type ComponentProps, useId, useState } from 'react'
import { describedBy, FieldFrame } from '#app/ui/field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
  hint?: string
  error?: string | undefined
}

/** A password that can be looked at while it is typed. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          className="input pr-19"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          {...input}
        />
        <button
          className="absolute inset-y-0.5 right-0.5 left-auto min-w-17 text-blue font-medium"
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
    </FieldFrame>
  )
}

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
