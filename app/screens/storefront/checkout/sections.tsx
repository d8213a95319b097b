import type { ChangeEvent } from 'react'
import type { CheckoutField } from '#app/features/orders/checkout-draft.ts'
import { COUNTRIES } from '#app/features/orders/countries.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'

/** What binds an input to a field of the form. */
export type CheckoutFields = (name: CheckoutField) => {
  name: CheckoutField
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void
  onBlur: () => void
}

export function ContactSection({ fields }: { fields: CheckoutFields }) {
  return (
    <section aria-labelledby="contact-title" className="checkout-section">
      <h2 id="contact-title">Contact</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" enterKeyHint="next" required {...fields('email')} />
        <TextField label="Phone" type="tel" inputMode="tel" autoComplete="tel" enterKeyHint="next" isOptional {...fields('phone')} />
      </div>
    </section>
  )
}

interface DeliverySectionProps {
  fields: CheckoutFields
  country: string
  hasDetails: boolean
}

export function DeliverySection({ fields, country, hasDetails }: DeliverySectionProps) {
  const hasStates = country === 'US' || country === 'CA'
  return (
    <section aria-labelledby="delivery-title" className="checkout-section">
      <h2 id="delivery-title">Delivery</h2>
      <div className="grid gap-4 sm:grid-cols-6">
        <div className="sm:col-span-3">
          <TextField label="First name" autoComplete="given-name" enterKeyHint="next" required {...fields('firstName')} />
        </div>
        <div className="sm:col-span-3">
          <TextField label="Last name" autoComplete="family-name" enterKeyHint="next" required {...fields('lastName')} />
        </div>
        <div className="sm:col-span-6">
          <SelectField label="Country" autoComplete="country" {...fields('country')}>
            {COUNTRIES.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="sm:col-span-6">
          <TextField label="Address" autoComplete="street-address" enterKeyHint="next" required {...fields('address')} />
        </div>
        <div className="sm:col-span-2">
          <TextField label="City" autoComplete="address-level2" enterKeyHint="next" required {...fields('city')} />
        </div>
        <div className="sm:col-span-2">
          <TextField
            label={hasStates ? 'State' : 'State or region'}
            autoComplete="address-level1"
            enterKeyHint="next"
            required={hasStates}
            isOptional={!hasStates}
            {...fields('state')}
          />
        </div>
        <div className="sm:col-span-2">
          <TextField
            label="ZIP / Postal code"
            autoComplete="postal-code"
            inputMode={country === 'US' ? 'numeric' : 'text'}
            enterKeyHint="done"
            required
            {...fields('zipCode')}
          />
        </div>
      </div>
      <MoreDetails fields={fields} hasDetails={hasDetails} />
    </section>
  )
}

function MoreDetails({ fields, hasDetails }: Pick<DeliverySectionProps, 'fields' | 'hasDetails'>) {
  return (
    <details className="more-details" open={hasDetails || undefined}>
      <summary>More details (optional)</summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-3">
        <TextField label="Company" autoComplete="organization" enterKeyHint="next" {...fields('company')} />
        <TextField label="VAT id" autoComplete="off" enterKeyHint="next" {...fields('vatId')} />
        <TextField label="PO number" autoComplete="off" enterKeyHint="next" {...fields('poNumber')} />
        <div className="sm:col-span-3">
          <TextAreaField label="Delivery notes" rows={3} autoComplete="off" maxLength={1000} {...fields('notes')} />
        </div>
      </div>
    </details>
  )
}
