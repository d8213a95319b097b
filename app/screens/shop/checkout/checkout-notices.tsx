import { Link } from 'react-router'
import type { CustomerErrors } from '#app/features/identity/addresses/customer-draft.ts'
import { figure } from '#app/lib/format.ts'
import { BUYER_KIND_LABELS, type BuyerKind } from '#domain/buyer-kind.ts'
import { countryInText } from '#domain/country-name.ts'
import { CUSTOMER_FIELDS, type CustomerField } from '#domain/customer.ts'
import type { VisitorMarket } from '#domain/display-price.ts'
import { marketCountry } from '#domain/market-country.ts'
import type { Refused } from './use-checkout.ts'

/** The reason of a refusal, and the changes since the buyer looked. */
export function RefusedNotice({ refused: { sentence, changes } }: { refused: Refused }) {
  return (
    <div role="alert" data-refusal tabIndex={-1} className="notice bad mb-4">
      <p className="font-medium">{sentence}</p>
      {changes.length > 0 && (
        <ul className="mt-2 list-inside list-disc">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-sm">
        What you entered is still here. <Link to="/cart">Review your cart</Link>
      </p>
    </div>
  )
}

/** All that is wrong, once more than one field is; each leads to its field. */
export function ErrorSummary({ errors, onChoose }: { errors: CustomerErrors; onChoose: (field: CustomerField) => void }) {
  const wrong = CUSTOMER_FIELDS.filter((field) => errors[field])
  if (wrong.length < 2) return null
  return (
    <div className="notice bad mb-4">
      <p className="font-medium">Please correct {figure(wrong.length)} fields:</p>
      <ul className="mt-1 grid sm:grid-cols-2">
        {wrong.map((field) => (
          <li key={field}>
            <button type="button" className="link-button" onClick={() => onChoose(field)}>
              {errors[field]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface OtherCountryNoticeProps {
  country: string
  /** Country and kind of buyer that prices were shown for. */
  market: VisitorMarket
  onChoose: (market: VisitorMarket) => void
}

/** Says that the order goes elsewhere than the prices of the shop were shown for, because that is where the buyer's address is. */
export function OtherCountryNotice({ country, market, onChoose }: OtherCountryNoticeProps) {
  if (market.country === marketCountry(country)) return null
  const [shown, actual] = [countryInText(market.country), countryInText(country)]
  return (
    <div className="notice mb-4">
      <p>
        You were viewing prices for {shown}. Your address is in {actual}, so taxes and shipping are calculated for {actual}.
      </p>
      <button type="button" className="link-button -ml-1" onClick={() => onChoose(market)}>
        Ship to an address in {shown}
      </button>
    </div>
  )
}

interface OtherKindNoticeProps {
  kind: BuyerKind
  /** Kind of buyer of the address that the form began with; null for none. */
  last: BuyerKind | null
  onChoose: (kind: BuyerKind) => void
}

/** Says that the order is priced for another kind of buyer than the last address was, as the buyer chose for the shop. */
export function OtherKindNotice({ kind, last, onChoose }: OtherKindNoticeProps) {
  if (last === null || last === kind) return null
  const nameOf = (buyer: BuyerKind) => BUYER_KIND_LABELS[buyer].toLowerCase()
  return (
    <div className="notice mb-4">
      <p>
        You entered your last address as {nameOf(last)}. This order is priced for {nameOf(kind)}.
      </p>
      <button type="button" className="link-button -ml-1" onClick={() => onChoose(last)}>
        Buy as {nameOf(last)}
      </button>
    </div>
  )
}
