import { useState } from 'react'
import { COUNTRIES } from '#app/lib/countries.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { countryCodeOf } from '#domain/country-codes.ts'
import { needsPostalCode } from '#domain/postal-code.ts'

/** Values and errors of the fields of a business. */
interface BusinessFieldProps {
  values?: Partial<Record<string, string | null>>
  errors: FieldErrors
}

export function AboutFields({ values = {}, errors, isTypeFixed = false }: BusinessFieldProps & { isTypeFixed?: boolean }) {
  return (
    <>
      <TextField
        label="Business name"
        name="name"
        required
        maxLength={120}
        autoComplete="organization"
        defaultValue={values.name ?? ''}
        error={errors.name}
      />
      <SelectField
        label="Business type"
        name="businessType"
        required
        defaultValue={values.businessType ?? ''}
        error={errors.businessType}
        disabled={isTypeFixed}
        hint={
          isTypeFixed
            ? 'Contact support to change the type of a business that has products.'
            : 'Producers make machines or packaging; consumers use packaging.'
        }
      >
        {!values.businessType && <option value="">Please choose</option>}
        <option value="producer">Producer</option>
        <option value="consumer">Consumer</option>
      </SelectField>
      <TextAreaField
        label="Description"
        name="description"
        required
        rows={4}
        maxLength={2000}
        hint="What you make or use, since when and for whom. Shown on your public page."
        defaultValue={values.description ?? ''}
        error={errors.description}
      />
    </>
  )
}

export function ContactFields({ values = {}, errors }: BusinessFieldProps) {
  return (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        defaultValue={values.email ?? ''}
        error={errors.email}
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        isOptional
        maxLength={40}
        autoComplete="tel"
        defaultValue={values.phone ?? ''}
        error={errors.phone}
      />
      <TextField
        label="Website"
        name="website"
        inputMode="url"
        isOptional
        maxLength={200}
        autoComplete="url"
        placeholder="https://"
        defaultValue={values.website ?? ''}
        error={errors.website}
      />
    </>
  )
}

export function PlaceFields({ values = {}, errors }: BusinessFieldProps) {
  const [country, setCountry] = useState(values.country ?? '')
  const chosen = countryCodeOf(country)
  const isListed = COUNTRIES.some(([, name]) => name === country)
  return (
    <>
      <TextField
        label="Street address"
        name="address"
        required
        maxLength={200}
        autoComplete="address-line1"
        defaultValue={values.address ?? ''}
        error={errors.address}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="City"
          name="city"
          required
          maxLength={100}
          autoComplete="address-level2"
          defaultValue={values.city ?? ''}
          error={errors.city}
        />
        <TextField
          label="Postal code"
          name="postalCode"
          required={chosen === '' || needsPostalCode(chosen)}
          isOptional={chosen !== '' && !needsPostalCode(chosen)}
          maxLength={20}
          autoComplete="postal-code"
          defaultValue={values.postalCode ?? ''}
          error={errors.postalCode}
        />
      </div>
      <SelectField
        label="Country"
        name="country"
        required
        autoComplete="country-name"
        value={country}
        onChange={(event) => setCountry(event.target.value)}
        error={errors.country}
      >
        {country === '' && <option value="">Please choose</option>}
        {country !== '' && !isListed && <option>{country}</option>}
        {COUNTRIES.map(([code, name]) => (
          <option key={code}>{name}</option>
        ))}
      </SelectField>
    </>
  )
}
