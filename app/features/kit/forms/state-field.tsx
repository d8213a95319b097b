import type { ChangeEvent } from 'react'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { CUSTOMER_LIMITS, needsState } from '#domain/customer.ts'
import { stateCode, stateLabel, statesOf, stateWord } from '#domain/states.ts'

interface StateFieldProps {
  /** Country of the address, ISO 3166. */
  country: string
  name: string
  autoComplete: string
  error: string | undefined
  value?: string
  defaultValue?: string
  onChange?: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  onBlur?: () => void
}

/** The state of an address: from the list where its country has one, which knows a state by its name too; else free text. */
export function StateField({ country, value, defaultValue, ...field }: StateFieldProps) {
  if (!needsState(country)) {
    const texts = { ...(value !== undefined && { value }), ...(defaultValue !== undefined && { defaultValue }) }
    return <TextField label="State or region" enterKeyHint="next" maxLength={CUSTOMER_LIMITS.state} isOptional {...field} {...texts} />
  }
  const codeOf = (text: string) => stateCode(country, text)
  const codes = {
    ...(value !== undefined && { value: codeOf(value) }),
    ...(defaultValue !== undefined && { defaultValue: codeOf(defaultValue) }),
  }
  return (
    <SelectField label={stateLabel(country)} required {...field} {...codes}>
      <option value="">Choose a {stateWord(country)}</option>
      {statesOf(country).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
