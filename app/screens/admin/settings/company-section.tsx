import { textOf } from '#app/lib/form-text.ts'
import { TextField } from '#app/ui/field.tsx'
import type { Settings } from '#contract/platform/settings.ts'
import { zoneName } from '#domain/text.ts'
import { DEFAULT_TIME_ZONE, listTimeZones } from '#domain/time.ts'
import { lines, listed, longText, type Member, text } from './members.tsx'
import { settingsSection } from './section.tsx'

type Company = Settings['company']

/** One number without the other: refused at its field. */
const NOWHERE = 999

/** Input of the payment instructions in euros: those in US dollars until it has its own. */
const inEuros = longText('How to pay an invoice in euros', {
  rows: 4,
  maxLength: 500,
  hint: 'Account for transfers in euros, with IBAN and BIC. Shown in the same places to buyers whose orders are in euros.',
})

const location: Member<Company['location']> = {
  isWide: true,
  read: (fields, name) => {
    const [latitude = '', longitude = ''] = ['latitude', 'longitude'].map((degrees) => textOf(fields, `${name}.${degrees}`))
    if (latitude === '' && longitude === '') return null
    return { latitude: Number(latitude || NOWHERE), longitude: Number(longitude || NOWHERE) }
  },
  show: ({ name, value, errors }) => (
    <div className="settings-grid">
      <TextField
        label="Latitude"
        name={`${name}.latitude`}
        type="number"
        step="any"
        min={-90}
        max={90}
        isOptional
        defaultValue={value?.latitude ?? ''}
        error={errors[`${name}.latitude`]}
        hint="The location on the map of the contact page. Leave both empty for no map."
      />
      <TextField
        label="Longitude"
        name={`${name}.longitude`}
        type="number"
        step="any"
        min={-180}
        max={180}
        isOptional
        defaultValue={value?.longitude ?? ''}
        error={errors[`${name}.longitude`]}
      />
    </div>
  ),
}

/** Company details for the contact page, emails and documents. */
export const CompanySection = settingsSection('company', {
  text: 'Shown on the contact page, in email footers, on order confirmations and on PDFs.',
  members: {
    name: text('Company name', { required: true, maxLength: 80 }),
    email: text('Email', {
      type: 'email',
      required: true,
      maxLength: 254,
      hint: "The shop sends its emails from this address and gets visitors' messages here.",
    }),
    phone: text('Phone', { type: 'tel', required: true, maxLength: 40 }),
    street: text('Street', { required: true, maxLength: 120 }),
    city: text('City', { required: true, maxLength: 120 }),
    country: text('Country', { required: true, maxLength: 80 }),
    taxNumber: text('VAT ID or tax number', {
      isOptional: true,
      maxLength: 40,
      hint: 'Shown on invoices, in the footer and in the imprint.',
    }),
    legalForm: text('Legal form', { isOptional: true, maxLength: 80, hint: 'Such as GmbH or Inc. Shown in the imprint.' }),
    representative: text('Represented by', {
      isOptional: true,
      maxLength: 160,
      hint: 'Managing directors, by full name. Shown in the imprint.',
    }),
    register: text('Register', {
      isOptional: true,
      maxLength: 120,
      hint: 'Court or office, such as Amtsgericht Berlin. Shown in the imprint.',
    }),
    registerNumber: text('Register number', { isOptional: true, maxLength: 60, hint: 'Shown in the imprint.' }),
    payTo: longText('How to pay an invoice in US dollars', {
      rows: 4,
      maxLength: 500,
      hint: "Bank and account for transfers. Shown only to buyers who owe you: on the order, its email, its invoice and payment reminders. If empty, they read that you'll email payment details.",
    }),
    payToEur: { ...inEuros, show: ({ value, ...shown }, { payTo }) => inEuros.show({ ...shown, value: value ?? payTo }, null) },
    timeZone: {
      ...listed<string | undefined>(
        'Time zone',
        // this browser may not know it
        (zone = DEFAULT_TIME_ZONE) => [...new Set([...listTimeZones(), zone])].map((name) => [name, zoneName(name)]),
        {
          hint: "Days end at midnight in this time zone for sales, promo codes, invoices, the journal and tax. A change doesn't affect documents already issued.",
        },
      ),
      isWide: true,
    },
    hours: lines('Opening hours', { rows: 3, hint: 'One line per group of days, up to seven lines.' }),
    location,
  },
})
