import type { ComponentProps, ReactNode } from 'react'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { textOf } from '#app/lib/form-text.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'

/** A member of a group as the form has it: its name there (`stock.low`) and its value. */
interface Shown<Value> {
  name: string
  value: Value
  errors: FieldErrors
}

/** The input of one member of a group of settings. */
export interface Member<Value, Group = unknown> {
  /** Has a row of its own. */
  isWide?: boolean
  /** Returns what is sent; undefined where nothing valid was chosen. */
  read: (fields: FormData, name: string) => Value | undefined
  show: (shown: Shown<Value>, group: Group) => ReactNode
}

type Look<Field extends typeof TextField | typeof TextAreaField | typeof SelectField> = Partial<
  Omit<ComponentProps<Field>, 'label' | 'name' | 'defaultValue' | 'error'>
>

/** Makes the inputs of one kind. @param shownAs value of the input */
const inputs =
  <Value,>(read: Member<Value>['read'], shownAs: (value: Value) => string | number, usual: Look<typeof TextField> = {}) =>
  (label: string, look: Look<typeof TextField> = {}): Member<Value> => ({
    read,
    show: ({ name, value, errors }) => (
      <TextField label={label} {...usual} {...look} name={name} defaultValue={shownAs(value)} error={errors[name]} />
    ),
  })

const areas =
  <Value,>(read: Member<Value>['read'], shownAs: (value: Value) => string) =>
  (label: string, look: Look<typeof TextAreaField>): Member<Value> => ({
    isWide: true,
    read,
    show: ({ name, value, errors }) => (
      <TextAreaField label={label} isOptional {...look} name={name} defaultValue={shownAs(value)} error={errors[name]} />
    ),
  })

const numberAt = (fields: FormData, name: string) => Number(textOf(fields, name))
const numberOrNone = (fields: FormData, name: string) => (textOf(fields, name) === '' ? null : numberAt(fields, name))
const orEmpty = (value: number | null) => value ?? ''

/** Properties of inputs of amounts. */
export const AMOUNT = { type: 'number', inputMode: 'decimal', min: 0, step: '0.01' } as const

export const text = inputs<string>(textOf, String)
export const number = inputs<number>(numberAt, Number, { type: 'number', inputMode: 'numeric', min: 1, step: 1, required: true })
export const optionalNumber = inputs<number | null>(numberOrNone, orEmpty, {
  type: 'number',
  inputMode: 'numeric',
  step: 1,
  isOptional: true,
})
export const optionalAmount = inputs<number | null>(numberOrNone, orEmpty, { ...AMOUNT, isOptional: true })
export const longText = areas<string>(textOf, String)
/** A list, one line each. */
export const lines = areas<string[]>(
  (fields, name) =>
    textOf(fields, name)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  (value) => value.join('\n'),
)

/** A box to tick. @param about shown below it */
export const check = (label: string, about?: string): Member<boolean> => ({
  isWide: true,
  read: (fields, name) => fields.has(name),
  show: ({ name, value }) =>
    about === undefined ? (
      <CheckField label={label} name={name} defaultChecked={value} />
    ) : (
      <div>
        <CheckField label={label} name={name} defaultChecked={value} aria-describedby={`${name}-about`} />
        <p className="ml-8.5 text-ink-2" id={`${name}-about`}>
          {about}
        </p>
      </div>
    ),
})

/** A choice from what the shop or the browser knows. */
export const listed = <Value extends string | undefined>(
  label: string,
  optionsOf: (value: Value) => readonly (readonly [value: string, name: string])[],
  look: Look<typeof SelectField> = {},
): Pick<Member<string>, 'read'> & Pick<Member<Value>, 'show'> => ({
  read: textOf,
  show: ({ name, value, errors }) => (
    <SelectField label={label} {...look} name={name} defaultValue={value} error={errors[name]}>
      {optionsOf(value).map(([code, word]) => (
        <option key={code} value={code}>
          {word}
        </option>
      ))}
    </SelectField>
  ),
})

/** A choice of the values that have these names. */
export const choice = <Value extends string>(
  label: string,
  names: Readonly<Record<Value, string>>,
  look: Look<typeof SelectField> = {},
): Member<Value> => ({
  ...listed<Value>(label, () => Object.entries<string>(names), look),
  read: (fields, name) => {
    for (const value in names) if (value === textOf(fields, name)) return value
  },
})
