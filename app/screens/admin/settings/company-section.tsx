import { textOf } from '#app/lib/form-text.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { Settings } from '#contract/platform/settings.ts'
import { zoneName } from '#domain/text.ts'
import { DEFAULT_TIME_ZONE, listTimeZones } from '#domain/time.ts'
import { type SectionProps, SettingsSection } from './section.tsx'

type Company = Settings['company']

/** One number without the other: refused at its field. */
const NOWHERE = 999

const numberOf = (fields: FormData, name: string) => {
  const text = textOf(fields, name)
  return text === '' ? null : Number(text)
}

function locationOf(fields: FormData): Company['location'] {
  const latitude = numberOf(fields, 'company.location.latitude')
  const longitude = numberOf(fields, 'company.location.longitude')
  if (latitude === null && longitude === null) return null
  return { latitude: latitude ?? NOWHERE, longitude: longitude ?? NOWHERE }
}

const toValue = (fields: FormData) => ({
  name: textOf(fields, 'company.name'),
  email: textOf(fields, 'company.email'),
  phone: textOf(fields, 'company.phone'),
  street: textOf(fields, 'company.street'),
  city: textOf(fields, 'company.city'),
  country: textOf(fields, 'company.country'),
  taxNumber: textOf(fields, 'company.taxNumber'),
  legalForm: textOf(fields, 'company.legalForm'),
  representative: textOf(fields, 'company.representative'),
  register: textOf(fields, 'company.register'),
  registerNumber: textOf(fields, 'company.registerNumber'),
  payTo: textOf(fields, 'company.payTo'),
  payToEur: textOf(fields, 'company.payToEur'),
  timeZone: textOf(fields, 'company.timeZone'),
  hours: textOf(fields, 'company.hours')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
  location: locationOf(fields),
})

/** Zones that can be chosen: those that this browser knows, and the one that is. */
const zonesFor = ({ timeZone = DEFAULT_TIME_ZONE }: Company) => [...new Set([...listTimeZones(), timeZone])]

/** Fields that only the imprint shows. */
const IMPRINT = [
  { name: 'legalForm', label: 'Legal form', maxLength: 80, hint: 'Such as GmbH or Inc. Shown in the imprint.' },
  { name: 'representative', label: 'Represented by', maxLength: 160, hint: 'Managing directors, by full name. Shown in the imprint.' },
  { name: 'register', label: 'Register', maxLength: 120, hint: 'Court or office, such as Amtsgericht Berlin. Shown in the imprint.' },
  { name: 'registerNumber', label: 'Register number', maxLength: 60, hint: 'Shown in the imprint.' },
] as const

/** Company details for the contact page, emails and documents. */
export function CompanySection(props: SectionProps) {
  return (
    <SettingsSection
      {...props}
      group="company"
      text="Shown on the contact page, in email footers, on order confirmations and on PDFs."
      toValue={toValue}
    >
      {(company, errors) => (
        <>
          <div className="settings-grid">
            <TextField
              label="Company name"
              name="company.name"
              defaultValue={company.name}
              required
              maxLength={80}
              error={errors['company.name']}
            />
            <TextField
              label="Email"
              name="company.email"
              type="email"
              defaultValue={company.email}
              required
              maxLength={254}
              error={errors['company.email']}
              hint="The shop sends its emails from this address and gets visitors' messages here."
            />
            <TextField
              label="Phone"
              name="company.phone"
              type="tel"
              defaultValue={company.phone}
              required
              maxLength={40}
              error={errors['company.phone']}
            />
            <TextField
              label="Street"
              name="company.street"
              defaultValue={company.street}
              required
              maxLength={120}
              error={errors['company.street']}
            />
            <TextField
              label="City"
              name="company.city"
              defaultValue={company.city}
              required
              maxLength={120}
              error={errors['company.city']}
            />
            <TextField
              label="Country"
              name="company.country"
              defaultValue={company.country}
              required
              maxLength={80}
              error={errors['company.country']}
            />
            <TextField
              label="VAT ID or tax number"
              name="company.taxNumber"
              defaultValue={company.taxNumber}
              isOptional
              maxLength={40}
              error={errors['company.taxNumber']}
              hint="Shown on invoices, in the footer and in the imprint."
            />
            {IMPRINT.map(({ name, label, maxLength, hint }) => (
              <TextField
                key={name}
                label={label}
                name={`company.${name}`}
                defaultValue={company[name]}
                isOptional
                maxLength={maxLength}
                error={errors[`company.${name}`]}
                hint={hint}
              />
            ))}
          </div>
          <TextAreaField
            label="How to pay an invoice in US dollars"
            name="company.payTo"
            rows={4}
            isOptional
            maxLength={500}
            defaultValue={company.payTo}
            error={errors['company.payTo']}
            hint="Bank and account for transfers. Shown only to buyers who owe you: on the order, its email, its invoice and payment reminders. If empty, they read that you'll email payment details."
          />
          <TextAreaField
            label="How to pay an invoice in euros"
            name="company.payToEur"
            rows={4}
            isOptional
            maxLength={500}
            defaultValue={company.payToEur ?? company.payTo}
            error={errors['company.payToEur']}
            hint="Account for transfers in euros, with IBAN and BIC. Shown in the same places to buyers whose orders are in euros."
          />
          <SelectField
            label="Time zone"
            name="company.timeZone"
            defaultValue={company.timeZone}
            error={errors['company.timeZone']}
            hint="Days end at midnight in this time zone for sales, promo codes, invoices, the journal and tax. A change doesn't affect documents already issued."
          >
            {zonesFor(company).map((name) => (
              <option key={name} value={name}>
                {zoneName(name)}
              </option>
            ))}
          </SelectField>
          <TextAreaField
            label="Opening hours"
            name="company.hours"
            rows={3}
            isOptional
            defaultValue={company.hours.join('\n')}
            error={errors['company.hours']}
            hint="One line per group of days, up to seven lines."
          />
          <div className="settings-grid">
            <TextField
              label="Latitude"
              name="company.location.latitude"
              type="number"
              step="any"
              min={-90}
              max={90}
              isOptional
              defaultValue={company.location?.latitude ?? ''}
              error={errors['company.location.latitude']}
              hint="The location on the map of the contact page. Leave both empty for no map."
            />
            <TextField
              label="Longitude"
              name="company.location.longitude"
              type="number"
              step="any"
              min={-180}
              max={180}
              isOptional
              defaultValue={company.location?.longitude ?? ''}
              error={errors['company.location.longitude']}
            />
          </div>
        </>
      )}
    </SettingsSection>
  )
}
