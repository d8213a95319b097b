import { StateField } from '#app/features/kit/forms/state-field.tsx'
import { openCountries } from '#app/lib/countries.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { hasFreightUnder, INCOTERM_LABELS, INCOTERMS, incotermSentence } from '#domain/incoterm.ts'
import type { Currency } from '#domain/money.ts'
import { PLAN_PRESETS } from '#domain/payment-plan.ts'
import { hasPostalCodes } from '#domain/postal-code.ts'
import { isOwnPlan, milestonesOf, type OfferValues, OWN_PLAN, PLAN_NAMES, readPlan, readRule, readStart, withPlan } from './offer-values.ts'
import { PlanRows } from './plan-rows.tsx'

interface TermFieldsProps {
  values: OfferValues
  change: (part: Partial<OfferValues>) => void
  errors: FieldErrors
  currency: Currency
  /** Country that its goods leave from; undefined until it is known. */
  dispatchCountry: string | null | undefined
}

/** Discount, delivery, lead time, payment plan and validity of an offer. */
export function TermFields({ values, change, errors, currency, dispatchCountry }: TermFieldsProps) {
  const { rule, place, country, plan } = values
  const text = (name: 'discount' | 'freight' | 'freightText' | 'place' | 'city' | 'zipCode' | 'weeks' | 'planDays' | 'validUntil') => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const hasFreight = hasFreightUnder(rule)
  const isOwn = isOwnPlan(values)
  const hasDays = !isOwn && milestonesOf(values).some(({ trigger }) => trigger === 'delivery')
  return (
    <>
      <TextField
        label={`Discount on the whole (${currency})`}
        inputMode="decimal"
        isOptional
        error={errors.discountCents}
        {...text('discount')}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-2 font-medium">Delivery</legend>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <SelectField
            label="Incoterms 2020"
            name="rule"
            value={rule}
            onChange={(event) => {
              const next = readRule(event.target.value)
              change({ rule: next, ...(!hasFreightUnder(next) && { freight: '' }) })
            }}
          >
            {INCOTERMS.map((one) => (
              <option key={one} value={one}>
                {INCOTERM_LABELS[one]}
              </option>
            ))}
          </SelectField>
          <TextField label="Place of the term" required maxLength={120} error={errors['incoterm.place']} {...text('place')} />
        </div>
        <p className="text-sm text-ink-2">{incotermSentence({ rule, place: place || '…' }, { from: dispatchCountry, to: country })}</p>
        {hasFreight && (
          <div className="grid items-end gap-4 sm:grid-cols-2">
            <TextField
              label={`Freight (${currency})`}
              inputMode="decimal"
              isOptional
              hint="Without tax. Empty: none is charged."
              error={errors.freight ?? errors['freight.cents']}
              {...text('freight')}
            />
            <TextField label="Freight text" maxLength={120} error={errors['freight.text']} {...text('freightText')} />
          </div>
        )}
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <SelectField
            label="Country"
            name="country"
            value={country}
            error={errors['delivery.country'] ?? errors.delivery}
            onChange={(event) => change({ country: event.target.value, state: '' })}
          >
            {openCountries(country).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField label="City" required maxLength={100} error={errors['delivery.city']} {...text('city')} />
          <StateField
            country={country}
            name="state"
            autoComplete="off"
            value={values.state}
            error={errors['delivery.state']}
            onChange={(event) => change({ state: event.target.value })}
          />
          {hasPostalCodes(country) && (
            <TextField label="ZIP / Postal code" maxLength={20} error={errors['delivery.zipCode']} {...text('zipCode')} />
          )}
        </div>
      </fieldset>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField
          label="Lead time in weeks"
          inputMode="numeric"
          hint="0: ready to ship."
          error={errors['leadTime.weeks']}
          {...text('weeks')}
        />
        <SelectField
          label="Lead time begins"
          name="from"
          value={values.from}
          onChange={(event) => change({ from: readStart(event.target.value) })}
        >
          <option value="order">With the order</option>
          <option value="first_payment">With the first payment</option>
        </SelectField>
        <SelectField
          label="Payment plan"
          name="plan"
          value={plan}
          error={isOwn ? undefined : errors.plan}
          onChange={(event) => change(withPlan(values, readPlan(event.target.value)))}
        >
          {PLAN_NAMES.map((name) => (
            <option key={name} value={name}>
              {PLAN_PRESETS[name].label}
            </option>
          ))}
          <option value={OWN_PLAN}>Own plan</option>
        </SelectField>
        {hasDays && <TextField label="Days after delivery" inputMode="numeric" {...text('planDays')} />}
        {isOwn && <PlanRows rows={values.planRows} change={(planRows) => change({ planRows })} error={errors.plan} />}
        <TextField label="Valid until" type="date" required error={errors.validUntil} {...text('validUntil')} />
      </div>
      <TextAreaField
        label="Notes"
        name="notes"
        rows={3}
        isOptional
        maxLength={2000}
        value={values.notes}
        onChange={(event) => change({ notes: event.target.value })}
      />
    </>
  )
}
