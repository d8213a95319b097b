import type { ChangeEventHandler } from 'react'
import { CONTENT_UNIT_LABELS } from '#app/features/catalog/products/trade-facts.ts'
import { getShop } from '#app/lib/shop.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { SAFETY_LENGTHS } from '#domain/product-facts.ts'
import { type FieldKey, inputLabel, isPlain, plainField } from '#domain/product-fields.ts'
import { zoneName } from '#domain/text.ts'

type Choices = readonly (readonly [value: string, name: string])[]

/** An input of a fact; most facts have one. */
export interface Input {
  /** Name, as calls have it: `package.length`. */
  path: string
  label: string
  hint?: string | undefined
  isOptional?: boolean
  maxLength?: number
  inputMode?: 'decimal' | 'numeric'
  type?: 'datetime-local'
  options?: Choices
  /** Choice of none of the options. */
  none?: string
  /** Has several lines. */
  isLong?: boolean
}

const COUNTRIES: Choices = COUNTRY_CODES.map((code) => [code, countryNameOf(code)] as const).sort((a, b) => a[1].localeCompare(b[1], 'en'))
const YES_OR_NO: Choices = Object.entries({ yes: 'Yes', no: 'No' })
const optional = (path: string, label: string, more: Partial<Input>): Input => ({ path, label, isOptional: true, maxLength: 40, ...more })

/** Returns the inputs of a contact for product safety. */
export const contactInputs = (role: 'manufacturer' | 'responsible'): Input[] => [
  optional(`safety.${role}.name`, 'Name', { maxLength: SAFETY_LENGTHS.name }),
  optional(`safety.${role}.address`, 'Postal address', { maxLength: SAFETY_LENGTHS.address }),
  optional(`safety.${role}.email`, 'Email', { maxLength: SAFETY_LENGTHS.email }),
]
/** The input of the warnings of a product. */
export const WARNINGS: Input = optional('safety.warnings', 'Warnings', { maxLength: SAFETY_LENGTHS.warnings, isLong: true })

/** Returns the inputs of a fact; none of one that is asked for in a part of its own. */
export function inputsOf(key: FieldKey): Input[] {
  if (key === 'package')
    return ['Length', 'Width', 'Height'].map((side) =>
      optional(`package.${side.toLowerCase()}`, `${side} in mm`, { maxLength: 6, inputMode: 'numeric' }),
    )
  if (key === 'content')
    return [
      { path: 'content.amount', label: 'Content', maxLength: 14, inputMode: 'decimal' },
      { path: 'content.unit', label: 'Unit', options: Object.entries(CONTENT_UNIT_LABELS), none: 'None' },
    ]
  if (key === 'sale')
    return [
      optional('saleUSD', 'Sale price in USD ($)', { inputMode: 'decimal' }),
      optional('saleEUR', 'Sale price in EUR (€)', { inputMode: 'decimal' }),
      optional('saleFrom', 'Sale begins', { type: 'datetime-local', hint: `In ${zoneName(getShop().timeZone)}. If empty, when you save` }),
      optional('saleTo', 'Sale ends', { type: 'datetime-local', hint: 'If empty, the sale has no end' }),
    ]
  if (!isPlain(key)) return []
  const field = plainField(key)
  const input = { path: key, label: inputLabel(key), hint: field.hint }
  if (field.kind === 'choice') return [{ ...input, options: Object.entries(field.choices) }]
  if (field.kind === 'flag') return [{ ...input, options: YES_OR_NO }]
  if (field.kind === 'country') return [{ ...input, isOptional: true, options: COUNTRIES, none: 'Not given' }]
  const isNumber = field.kind === 'number' || field.kind === 'gtin'
  const maxLength = 'max' in field && field.kind !== 'number' ? field.max : 40
  return [{ ...input, isOptional: true, maxLength, isLong: field.kind === 'terms', ...(isNumber && { inputMode: 'decimal' }) }]
}

interface FactInputProps {
  input: Input
  error: string | undefined
  value?: string
  onChange?: ChangeEventHandler<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>
}

/** An input with its label, hint and error. */
export function FactInput({ input: { path, options, none, isLong, isOptional = false, ...input }, ...given }: FactInputProps) {
  const field = { ...input, ...given, name: path, isOptional }
  if (isLong) return <TextAreaField {...field} rows={2} />
  if (!options) return <TextField {...field} />
  return (
    <SelectField {...field}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
