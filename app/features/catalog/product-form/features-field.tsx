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
            className="input"
            aria-label={`Feature ${at + 1}`}
            aria-invalid={errors[`features.${at}`] ? true : undefined}
            placeholder="Cuts three layers at once"
            maxLength={300}
            value={row.text}
            onChange={(event) => set({ text: event.target.value })}
          />
          <RowError text={errors[`features.${at}`]} />
        </>
      )}
    </RowList>
  )
}

export function RowError({ text }: { text: string | undefined }) {
  return text ? <p className="error">{text}</p> : null
}
