import { useState } from 'react'
import { SearchedSelect } from '#app/features/kit/forms/searched-select.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { commissionBasisPoints, commissionCents } from '#domain/commission.ts'
import { formatMoney, formatPercent, toMinor } from '#domain/money.ts'
import { type RatesDraft, toRates } from './rates-draft.ts'
import type { Choices } from './rule-row.tsx'

/** Typical price of a machine. */
const START_PRICE = '2499.00'

/** Preview of the commission on a sale with the form's rates, saved or not. */
export function CommissionPreview({ draft, choices }: { draft: RatesDraft; choices: Choices }) {
  const [businessId, setBusiness] = useState(draft.rules[0]?.businessId || choices.sellers[0]?.id || '')
  const [category, setCategory] = useState(draft.rules[0]?.category || choices.categories[0]?.value || '')
  const [price, setPrice] = useState(START_PRICE)
  const rates = toRates(draft)
  const basisPoints = commissionBasisPoints(rates, { businessId, category })
  const place = rates.findIndex((rate) => (rate.businessId ?? businessId) === businessId && (rate.category ?? category) === category)
  const cents = toMinor(price)
  const seller = choices.sellers.find(({ id }) => id === businessId)?.name ?? 'this seller'
  const label = choices.categories.find(({ value }) => value === category)?.label ?? 'this category'
  return (
    <aside aria-label="Try it" className="frame rate-preview">
      <div className="settings-head">
        <h2 className="text-xl">Try it</h2>
        <p>The commission on a sale at the rates on this page, including unsaved changes.</p>
      </div>
      <div className="settings-fields">
        <SearchedSelect
          label="Seller"
          find="Find a seller"
          options={choices.sellers.map(({ id, name }) => ({ value: id, label: name }))}
          value={businessId}
          onChange={(event) => setBusiness(event.target.value)}
        />
        <SelectField label="Category" value={category} onChange={(event) => setCategory(event.target.value)}>
          {choices.categories.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Price after discounts, in dollars"
          inputMode="decimal"
          value={price}
          error={cents === null || cents < 0 ? 'Please enter an amount like 2499.00' : undefined}
          onChange={(event) => setPrice(event.target.value)}
        />
        <p aria-live="polite" className="rate-result">
          <strong className="display-xl/[1.2]">{formatPercent(basisPoints / 100)}</strong>{' '}
          {place < draft.rules.length ? `by rate ${place + 1}` : 'by the rate for everything else'}
          {cents !== null && cents >= 0 && (
            <>
              . A sale of {label} by {seller} at {formatMoney(cents, 'USD')} costs {formatMoney(commissionCents(cents, basisPoints), 'USD')}{' '}
              in commission and leaves {formatMoney(cents - commissionCents(cents, basisPoints), 'USD')} for the seller. Shipping and tax
              carry no commission.
            </>
          )}
        </p>
      </div>
    </aside>
  )
}
