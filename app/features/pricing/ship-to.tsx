import { type FormEvent, useState } from 'react'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { countryName, openCountries } from '#app/lib/countries.ts'
import { textOf } from '#app/lib/form-text.ts'
import { chooseMarket, useMarket } from '#app/lib/market.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { BUYER_KIND_LABELS, BUYER_KINDS, type BuyerKind } from '#domain/customer.ts'

const KIND_WORDS: Readonly<Record<BuyerKind, string>> = { business: 'business', consumer: 'private' }

interface ShipToProps {
  /** Names country and buyer in full; else the country's code. */
  isLong?: boolean
  className?: string
}

/** Button that names the place to ship to, and the dialog in which visitors choose it and whether they buy as a business. */
export function ShipTo({ isLong = false, className = '' }: ShipToProps) {
  const [isOpen, setOpen] = useState(false)
  const market = useMarket()
  const isHydrated = useIsHydrated()
  const name = `${countryName(market.country)}, ${KIND_WORDS[market.buyer]}`
  return (
    <>
      <button
        type="button"
        className={`needs-script inline-flex items-center min-h-11 ${className}`}
        aria-label={isLong ? `Ship to ${name}. Change` : `Ship to ${market.country}: ${name}. Change`}
        aria-haspopup="dialog"
        disabled={!isHydrated}
        onClick={() => setOpen(true)}
      >
        {isLong ? (
          `Ship to ${name}`
        ) : (
          <>
            <span className="@max-[86em]/site-header:hidden">Ship to&nbsp;</span>
            {market.country}
          </>
        )}
      </button>
      {isOpen && <ShipToDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ShipToDialog({ onClose }: { onClose: () => void }) {
  const market = useMarket()
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
        <p className="text-ink-2">Prices, tax and delivery are shown for this place. Your address decides when you order.</p>
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
