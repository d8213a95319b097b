import { useState } from 'react'
import { rowOf } from '#domain/specification.ts'
import { RowError, rowProblem } from './features-field.tsx'
import { pairRow } from './form-values.ts'
import { RowList } from './row-list.tsx'
import type { FormSectionProps } from './section-props.ts'
import { TypedFields, useCategoryAttributes } from './typed-fields.tsx'

const MAX_SPECIFICATIONS = 100
const USUAL = ['Dimensions', 'Weight', 'Power', 'Working width', 'Throughput', 'Material', 'Fits', 'Warranty']

/** The specifications of a product: those of its category in fields of their own, the others as name and value in display order. */
export function SpecificationsField({ values, errors, change }: FormSectionProps) {
  const attributes = useCategoryAttributes(values.category)
  const places = new Set(attributes.map((attribute) => rowOf(values.specifications, attribute)))
  const [blank] = useState(() => pairRow())
  /** Rows that are being typed here: they stay, also once they say what a field above does. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const isTyped = (row: (typeof values.specifications)[number], at: number) => places.has(at) && !kept.has(row.key)
  const typed = values.specifications.filter(isTyped)
  const free = values.specifications.filter((row, at) => !isTyped(row, at))
  const takeFree = (rows: typeof values.specifications) => {
    setKept(new Set([...kept, ...rows.filter((row) => !free.includes(row)).map(({ key }) => key)]))
    change({ specifications: [...typed, ...rows] })
  }
  return (
    <>
      <TypedFields attributes={attributes} values={values} errors={errors} change={change} />
      <datalist id="usual-specifications">
        {USUAL.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <RowList
        noun="specification"
        rows={free.length > 0 ? free : [blank]}
        blank={pairRow}
        max={MAX_SPECIFICATIONS}
        add="Add Specification"
        onChange={takeFree}
      >
        {(row, at, set) => (
          <div className="grid gap-2 sm:grid-cols-[minmax(8rem,1fr)_2fr]">
            {(['name', 'value'] as const).map((part) => {
              const field = `specifications.${Math.max(0, values.specifications.indexOf(row))}.${part}`
              return (
                <div key={part}>
                  <input
                    name={field}
                    dir="auto"
                    className="input"
                    aria-label={`Specification ${at + 1}, ${part}`}
                    {...rowProblem(field, errors)}
                    placeholder={part === 'name' ? 'Working width' : '425 mm'}
                    maxLength={part === 'name' ? 80 : 500}
                    {...(part === 'name' && { list: 'usual-specifications' })}
                    value={row[part]}
                    onChange={(event) => set({ [part]: event.target.value })}
                  />
                  <RowError text={errors[field]} of={field} />
                </div>
              )
            })}
          </div>
        )}
      </RowList>
    </>
  )
}
