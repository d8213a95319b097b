import { useId } from 'react'
import { Link } from 'react-router'

interface TermsFieldProps {
  isAccepted: boolean
  error: string | undefined
  onAccept: (isAccepted: boolean) => void
}

/** The terms, to be accepted; they open beside the form, so that nothing typed is lost. */
export function TermsField({ isAccepted, error, onAccept }: TermsFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <div className="grid grid-cols-[20px_1fr] gap-3 items-center min-h-11">
        <input
          id={id}
          type="checkbox"
          name="acceptTerms"
          required
          checked={isAccepted}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onAccept(event.target.checked)}
        />
        <span>
          <label htmlFor={id}>I accept the </label>
          <Link className="py-1" to="/terms" target="_blank">
            terms
          </Link>{' '}
          and have read the{' '}
          <Link className="py-1" to="/privacy-policy" target="_blank">
            privacy policy
          </Link>
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}
