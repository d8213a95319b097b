import { RowError } from './features-field.tsx'
import { pairRow } from './form-values.ts'
import { RowList } from './row-list.tsx'
import type { FormSectionProps } from './section-props.ts'

const MAX_SPECIFICATIONS = 100
const USUAL = ['Dimensions', 'Weight', 'Power', 'Working width', 'Throughput', 'Material', 'Fits', 'Warranty']

/** The specifications of a product: name and value, in display order. */
export function SpecificationsField({ values, errors, change }: FormSectionProps) {
  return (
    <>
      <datalist id="usual-specifications">
        {USUAL.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <RowList
        noun="specification"
        rows={values.specifications}
        blank={pairRow}
        max={MAX_SPECIFICATIONS}
        add="Add Specification"
        onChange={(specifications) => change({ specifications })}
      >
        {(row, at, set) => (
          <div className="grid gap-2 sm:grid-cols-[minmax(8rem,1fr)_2fr]">
            {(['name', 'value'] as const).map((part) => {
              const field = `specifications.${at}.${part}`
              return (
                <div key={part}>
                  <input
                    name={field}
                    className="input"
                    aria-label={`Specification ${at + 1}, ${part}`}
                    aria-invalid={errors[field] ? true : undefined}
                    placeholder={part === 'name' ? 'Working width' : '425 mm'}
                    maxLength={part === 'name' ? 80 : 500}
                    {...(part === 'name' && { list: 'usual-specifications' })}
                    value={row[part]}
                    onChange={(event) => set({ [part]: event.target.value })}
                  />
                  <RowError text={errors[field]} />
                </div>
              )
            })}
          </div>
        )}
      </RowList>
    </>
  )
}
