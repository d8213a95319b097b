import type { FormEvent } from 'react'
import { openCountries } from '#app/lib/countries.ts'
import { textOf } from '#app/lib/form-text.ts'
import { chooseMarket } from '#app/lib/market.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { BUYER_KIND_LABELS, BUYER_KINDS } from '#domain/buyer-kind.ts'
import type { VisitorMarket } from '#domain/display-price.ts'

/** Form of `ShipTo`: the country, and whether the visitor buys as a business. */
export function ShipToDialog({ market, onClose }: { market: VisitorMarket; onClose: () => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const buyer = BUYER_KINDS.find((kind) => kind === textOf(fields, 'buyer')) ?? market.buyer
    chooseMarket({ country: textOf(fields, 'country') || market.country, buyer })
    onClose()
  }
  return (
    <Dialog title="Ship to" onClose={onClose}>
      <form onSubmit={submit} className="mt-3 grid gap-4">
        <p className="text-ink-2">We show prices, tax and delivery for this place. When you order, your address decides.</p>
        <SelectField label="Country" name="country" autoComplete="shipping country" defaultValue={market.country}>
          {openCountries(market.country).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <fieldset className="min-w-0">
          <legend className="font-medium">I am buying as</legend>
          <div className="flex flex-wrap gap-x-6">
            {BUYER_KINDS.map((kind) => (
              <label key={kind} className="flex min-h-11 w-fit items-center gap-3">
                <input type="radio" name="buyer" value={kind} defaultChecked={market.buyer === kind} />
                {BUYER_KIND_LABELS[kind]}
              </label>
            ))}
          </div>
        </fieldset>
        <p className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="button hollow" onClick={onClose}>
            Back
          </button>
          <button type="submit" className="button">
            Show prices
          </button>
        </p>
      </form>
    </Dialog>
  )
}
