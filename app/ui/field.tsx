import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean
}

/** Label, hint and error around an input. */
export function FieldFrame({ id, label, hint, error, isOptional, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="hint font-normal"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}

/** The ids of the hint and the error of an input that `FieldFrame` frames. */
export const describedBy = (id: string, hint: ReactNode, error: string | undefined) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

/** A labelled text input with its hint and error. */
export function TextField({ label, hint, error, isOptional, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} {...(isOptional && { isOptional })}>
      <input
        id={id}
        dir="auto"
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        {...input}
      />
    </FieldFrame>
  )
}

/** A labelled select with its hint and error. */
export function SelectField({ label, hint, error, isOptional, children, ...select }: FieldProps & ComponentProps<'select'>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} {...(isOptional && { isOptional })}>
      <select id={id} className="input" aria-invalid={error ? true : undefined} aria-describedby={describedBy(id, hint, error)} {...select}>
        {children}
      </select>
    </FieldFrame>
  )
}

/** A labelled text area with its hint and error. */
export function TextAreaField({ label, hint, error, isOptional, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} {...(isOptional && { isOptional })}>
      <textarea
        id={id}
        dir="auto"
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        {...area}
      />
    </FieldFrame>
  )
}

/** A box to tick, with its words beside it. */
export function CheckField({ label, ...input }: { label: string } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="flex min-h-11 w-fit items-center gap-3">
      <input type="checkbox" {...input} />
      {label}
    </label>
  )
}
