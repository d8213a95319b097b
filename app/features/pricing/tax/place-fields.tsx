import { useState } from 'react'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { stateLabel, statesOf } from '#domain/states.ts'
import { COUNTRIES } from './labels.ts'

interface PlaceFieldsProps {
  country: string | undefined
  state: string | null | undefined
  errors: FieldErrors
  /** Label of a state left out. */
  noState: string
}

/** Country, and its state where it has some. */
export function PlaceFields({ country: start = '', state, errors, noState }: PlaceFieldsProps) {
  const [country, setCountry] = useState(start)
  const states = statesOf(country)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Country"
        name="country"
        required
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        error={errors.country}
      >
        <option value="">Choose a country</option>
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {states.length > 0 && (
        <SelectField label={stateLabel(country)} name="state" defaultValue={state ?? ''} error={errors.state}>
          <option value="">{noState}</option>
          {states.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

interface SpanFieldsProps {
  validFrom: string | undefined
  validTo: string | null | undefined
  errors: FieldErrors
}

/** First and last day. */
export function SpanFields({ validFrom, validTo, errors }: SpanFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="First day" name="validFrom" type="date" required defaultValue={validFrom} error={errors.validFrom} />
      <TextField label="Last day" name="validTo" type="date" isOptional defaultValue={validTo ?? ''} error={errors.validTo} />
    </div>
  )
}
