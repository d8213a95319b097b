import type { ChangeEvent, ReactNode } from 'react'
import { StateField } from '#app/features/kit/forms/state-field.tsx'
import { openCountries } from '#app/lib/countries.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { BUYER_KIND_LABELS, BUYER_KINDS, type BuyerKind } from '#domain/buyer-kind.ts'
import { CUSTOMER_LIMITS, type CustomerField } from '#domain/customer.ts'
import { hasPostalCodes, needsPostalCode } from '#domain/postal-code.ts'
import { type CustomerDraft, hasVatId } from './customer-draft.ts'
import { VatIdField } from './vat-id-field.tsx'

/** Returns the props that bind an input to a field of the form. */
export type CustomerInputs = (name: CustomerField) => {
  name: CustomerField
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void
  onBlur: () => void
}

interface FieldsProps {
  fields: CustomerInputs
}

interface BuyerFieldsProps extends FieldsProps {
  draft: CustomerDraft
  /** Called with the chosen kind. */
  onKind: (kind: BuyerKind) => void
  legend?: string
  /** Sentence about the VAT id that is priced with; null for none. */
  vatNotice?: string | null
  onVatChecked?: () => void
}

/** Choice between a business and a private person, with the VAT id of a business where its country has them. */
export function BuyerFields({ fields, draft, onKind, legend = 'I am buying as', vatNotice, onVatChecked }: BuyerFieldsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {BUYER_KINDS.map((value) => (
          <label key={value} className="flex min-h-11 w-fit items-center gap-3">
            <input type="radio" name="buyerKind" value={value} checked={draft.buyerKind === value} onChange={() => onKind(value)} />
            {BUYER_KIND_LABELS[value]}
          </label>
        ))}
      </div>
      {hasVatId(draft) && (
        <div className="mt-1 mb-3 sm:max-w-80">
          <VatIdField input={fields('vatId')} notice={vatNotice} onChecked={onVatChecked} />
        </div>
      )}
    </fieldset>
  )
}

/** Contact fields of the buyer; `phoneHint` says what the number is for. */
export function ContactFields({ fields, phoneHint }: FieldsProps & { phoneHint?: string | undefined }) {
  return (
    <div className={phoneHint ? 'grid gap-4' : 'grid gap-4 sm:grid-cols-2'}>
      <TextField label="Email" type="email" inputMode="email" autoComplete="email" enterKeyHint="next" required {...fields('email')} />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        maxLength={CUSTOMER_LIMITS.phone}
        isOptional
        hint={phoneHint}
        {...fields('phone')}
      />
    </div>
  )
}

const Cell = ({ isHalf, children }: { isHalf?: boolean; children: ReactNode }) => (
  <div className={isHalf ? 'sm:col-span-3' : 'sm:col-span-2'}>{children}</div>
)

/** Recipient and address; state and postal code are asked for where addresses have them. */
export function PlaceFields({ fields, country }: FieldsProps & { country: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <Cell isHalf>
        <TextField label="First name" autoComplete="given-name" enterKeyHint="next" required {...fields('firstName')} />
      </Cell>
      <Cell isHalf>
        <TextField label="Last name" autoComplete="family-name" enterKeyHint="next" required {...fields('lastName')} />
      </Cell>
      <div className="sm:col-span-6">
        <SelectField label="Country" autoComplete="country" {...fields('country')}>
          {openCountries(country).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="sm:col-span-6">
        <TextField label="Address" autoComplete="address-line1" enterKeyHint="next" required {...fields('address')} />
      </div>
      <Cell>
        <TextField label="City" autoComplete="address-level2" enterKeyHint="next" required {...fields('city')} />
      </Cell>
      <Cell>
        <StateField autoComplete="address-level1" country={country} {...fields('state')} />
      </Cell>
      {hasPostalCodes(country) && (
        <Cell>
          <TextField
            label="ZIP / Postal code"
            autoComplete="postal-code"
            inputMode={country === 'US' ? 'numeric' : 'text'}
            enterKeyHint="done"
            required={needsPostalCode(country)}
            isOptional={!needsPostalCode(country)}
            {...fields('zipCode')}
          />
        </Cell>
      )}
    </div>
  )
}

/** Optional fields of an order, expanded when one of them is filled in; some are asked of businesses only. */
export function MoreDetails({ fields, draft }: FieldsProps & { draft: CustomerDraft }) {
  const isBusiness = draft.buyerKind === 'business'
  const details = [draft.notes, ...(isBusiness ? [draft.company, draft.poNumber] : [])]
  return (
    <details className="mt-3" open={details.some(Boolean) || hasVatId(draft) || undefined}>
      <summary className="min-h-11 py-2.75 text-blue underline decoration-1 underline-offset-[0.18em]">More details (optional)</summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {isBusiness && <TextField label="Company" autoComplete="organization" enterKeyHint="next" {...fields('company')} />}
        {isBusiness && <TextField label="PO number" autoComplete="off" enterKeyHint="next" {...fields('poNumber')} />}
        <div className="sm:col-span-2">
          <TextAreaField label="Delivery notes" rows={3} autoComplete="off" maxLength={CUSTOMER_LIMITS.notes} {...fields('notes')} />
        </div>
      </div>
    </details>
  )
}
