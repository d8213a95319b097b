import { useState } from 'react'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { textOf } from '#app/lib/form-text.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import type { RegistrationBody } from '#contract/pricing/tax.ts'
import { TAX_SCHEMES, type TaxScheme } from '#domain/tax-registration.ts'
import { choicesOf, SCHEME_LABELS } from './labels.ts'
import { PlaceFields, SpanFields } from './place-fields.tsx'

const HINTS: Readonly<Record<TaxScheme, string>> = {
  domestic: 'VAT number of this country, such as IE1234567T.',
  oss: 'VAT number in the member state of identification.',
  ioss: 'IM and 10 digits.',
  sales_tax: 'Permit number of the state.',
}

const schemeOf = (text: string): TaxScheme => TAX_SCHEMES.find((one) => one === text) ?? 'domestic'

/** Returns the values of the fields for the server, which says what is wrong. */
export function bodyOfRegistration(fields: FormData): Omit<RegistrationBody, 'version'> {
  const [state, validTo] = [textOf(fields, 'state'), textOf(fields, 'validTo')]
  return {
    country: textOf(fields, 'country'),
    state: state === '' ? null : state,
    scheme: schemeOf(textOf(fields, 'scheme')),
    number: textOf(fields, 'number').trim(),
    isBelowThreshold: fields.has('isBelowThreshold'),
    note: textOf(fields, 'note').trim(),
    validFrom: textOf(fields, 'validFrom'),
    validTo: validTo === '' ? null : validTo,
  }
}

/** The fields of a registration for a tax; null: a new one. */
export function RegistrationFields({
  registration,
  errors,
}: {
  registration: Omit<RegistrationBody, 'version'> | null
  errors: FieldErrors
}) {
  const [scheme, setScheme] = useState<TaxScheme>(registration?.scheme ?? 'domestic')
  return (
    <>
      <PlaceFields
        country={registration?.country}
        state={registration?.state}
        errors={errors}
        noState={scheme === 'sales_tax' ? 'Choose a state' : 'The whole country'}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Scheme"
          name="scheme"
          value={scheme}
          onChange={(event) => setScheme(schemeOf(event.currentTarget.value))}
          error={errors.scheme}
        >
          {choicesOf(SCHEME_LABELS).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Registration number"
          name="number"
          required
          maxLength={40}
          autoComplete="off"
          defaultValue={registration?.number}
          hint={HINTS[scheme]}
          error={errors.number}
        />
      </div>
      {scheme === 'domestic' && (
        <CheckField
          label="Sales to consumers in other member states stay below 10,000 EUR a year"
          name="isBelowThreshold"
          defaultChecked={registration?.isBelowThreshold}
        />
      )}
      <SpanFields validFrom={registration?.validFrom} validTo={registration?.validTo} errors={errors} />
      <TextField label="Note" name="note" isOptional maxLength={200} defaultValue={registration?.note} error={errors.note} />
    </>
  )
}
