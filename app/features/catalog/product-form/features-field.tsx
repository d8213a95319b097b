import type { FieldErrors } from '#app/lib/field-errors.ts'
import { textRow } from './form-values.ts'
import { RowList } from './row-list.tsx'
import type { FormSectionProps } from './section-props.ts'

const MAX_FEATURES = 50

/** The features of a product, one a row (B141). */
export function FeaturesField({ values, errors, change }: FormSectionProps) {
  return (
    <RowList
      noun="feature"
      rows={values.features}
      blank={textRow}
      max={MAX_FEATURES}
      add="Add Feature"
      onChange={(features) => change({ features })}
    >
      {(row, at, set) => (
        <>
          <input
            name={`features.${at}`}
            dir="auto"
            className="input"
            aria-label={`Feature ${at + 1}`}
            {...rowProblem(`features.${at}`, errors)}
            placeholder="Cuts three layers at once"
            maxLength={300}
            value={row.text}
            onChange={(event) => set({ text: event.target.value })}
          />
          <RowError text={errors[`features.${at}`]} of={`features.${at}`} />
        </>
      )}
    </RowList>
  )
}

/** Returns what links a field of a row with its error. */
export const rowProblem = (field: string, errors: FieldErrors) =>
  errors[field] ? { 'aria-invalid': true, 'aria-describedby': `${field}-error` } : {}

/** The error of a field; `of` is its name, by which `rowProblem` links it. */
export function RowError({ text, of }: { text: string | undefined; of?: string }) {
  return text ? (
    <p id={of && `${of}-error`} className="error">
      {text}
    </p>
  ) : null
}
