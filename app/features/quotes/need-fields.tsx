import { useState } from 'react'
import { StateField } from '#app/features/kit/forms/state-field.tsx'
import { openCountries } from '#app/lib/countries.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { textOf } from '#app/lib/form-text.ts'
import { useMarket } from '#app/lib/market.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import type { Address } from '#contract/identity/addresses.ts'
import type { QuoteBody } from '#contract/quotes/quotes.ts'
import { BUYER_KIND_LABELS, BUYER_KINDS } from '#domain/buyer-kind.ts'
import { hasVatIds } from '#domain/market-country.ts'
import { hasPostalCodes, needsPostalCode } from '#domain/postal-code.ts'
import { QUOTE_WANTS } from '#domain/quote.ts'
import { WANT_LABELS } from './quote-parts.tsx'

interface NeedFieldsProps {
  errors: FieldErrors
  /** Known place of the buyer; absent: the market of the shop. */
  place?: Partial<Address> | null | undefined
}

/** Place of delivery, kind of buyer, day and wishes of a request. */
export function NeedFields({ errors, place }: NeedFieldsProps) {
  return (
    <>
      <DeliveryFields errors={errors} place={place} legend="I am buying as" />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField label="Needed by" name="neededBy" type="date" isOptional error={errors.neededBy} />
        <TextField
          label="Company"
          name="company"
          autoComplete="organization"
          isOptional
          maxLength={120}
          {...(place?.company && { defaultValue: place.company })}
          error={errors.company}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          isOptional
          maxLength={40}
          {...(place?.phone && { defaultValue: place.phone })}
          error={errors.phone}
        />
      </div>
      <fieldset>
        <legend className="font-medium">Also wanted</legend>
        <div className="flex flex-wrap gap-x-6">
          {QUOTE_WANTS.map((want) => (
            <CheckField key={want} label={WANT_LABELS[want] ?? want} name="wants" value={want} />
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** Place of delivery and kind of buyer, which decide the taxes. */
export function DeliveryFields({ errors, place, legend = 'Buying as' }: NeedFieldsProps & { legend?: string }) {
  const market = useMarket()
  const [chosen, setCountry] = useState(place?.country ?? null)
  const country = chosen ?? market.country
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Country"
          name="country"
          autoComplete="country"
          value={country}
          onChange={(event) => setCountry(event.target.value)}
          error={errors['deliverTo.country']}
        >
          {openCountries(country).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="City"
          name="city"
          autoComplete="address-level2"
          required
          maxLength={100}
          {...(place?.city && { defaultValue: place.city })}
          error={errors['deliverTo.city'] ?? errors.city}
        />
        <StateField
          country={country}
          name="state"
          autoComplete="address-level1"
          {...(place?.state && { defaultValue: place.state })}
          error={errors['deliverTo.state'] ?? errors.state}
        />
        {hasPostalCodes(country) && (
          <TextField
            label="ZIP / Postal code"
            name="zipCode"
            autoComplete="postal-code"
            required={needsPostalCode(country)}
            isOptional={!needsPostalCode(country)}
            maxLength={20}
            {...(place?.zipCode && { defaultValue: place.zipCode })}
            error={errors['deliverTo.zipCode'] ?? errors.zipCode}
          />
        )}
      </div>
      <fieldset>
        <legend className="font-medium">{legend}</legend>
        <div className="flex flex-wrap gap-x-6">
          {BUYER_KINDS.map((kind) => (
            <label key={kind} className="flex min-h-11 w-fit items-center gap-3">
              <input type="radio" name="buyerKind" value={kind} defaultChecked={kind === (place?.buyerKind ?? 'business')} />
              {BUYER_KIND_LABELS[kind]}
            </label>
          ))}
        </div>
      </fieldset>
      {hasVatIds(country) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="VAT ID"
            name="vatId"
            isOptional
            maxLength={40}
            {...(place?.vatId && { defaultValue: place.vatId })}
            error={errors.vatId}
          />
        </div>
      )}
    </>
  )
}

/** Reads these fields. */
export function needsOf(
  fields: FormData,
): Pick<QuoteBody, 'deliverTo' | 'neededBy' | 'wants' | 'buyerKind' | 'company' | 'phone' | 'vatId'> {
  const wanted = fields.getAll('wants')
  return {
    deliverTo: {
      country: textOf(fields, 'country'),
      state: textOf(fields, 'state'),
      zipCode: textOf(fields, 'zipCode'),
      city: textOf(fields, 'city'),
    },
    neededBy: textOf(fields, 'neededBy') || null,
    wants: QUOTE_WANTS.filter((want) => wanted.includes(want)),
    buyerKind: BUYER_KINDS.find((kind) => kind === textOf(fields, 'buyerKind')) ?? 'business',
    company: textOf(fields, 'company'),
    phone: textOf(fields, 'phone'),
    vatId: textOf(fields, 'vatId'),
  }
}
