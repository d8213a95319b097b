import { WHOLE_RATE } from './money.ts'
import type { OrderTotalsInput, PricedItem, ShippingCharge } from './order-totals.ts'
import { DEFAULT_COUNTRY, type ShippingMethod } from './shipping.ts'
import type { TaxDecision } from './tax-decision.ts'
import type { ShopRules } from './totals.ts'

/** Place to which an order goes: country (ISO 3166, two letters) and state, as far as they are known. */
type Destination = { country?: string | undefined; state?: string | null | undefined }

/**
 * Returns the decision of a shop without rules by country: one rate on products everywhere, shipping untaxed, collected and invoiced by the
 * platform.
 */
export function legacyDecision(taxPercent: number, { country = DEFAULT_COUNTRY, state }: Destination = {}): TaxDecision {
  const percent = Math.max(0, Math.round((taxPercent * WHOLE_RATE) / 100))
  return {
    mode: 'added',
    percent,
    reason: 'us_flat',
    text: '',
    collector: null,
    issuer: null,
    country,
    state: state ?? '',
    shipsTaxed: false,
  }
}

/**
 * Returns decision and charge of a shop in mode `legacy`: one rate and one table of shipping for all countries. The charge is shared by
 * what goes by parcel: freight travels free of it, unless nothing priced goes by parcel.
 * @param lines whose `decision` is 0
 */
export function legacyTerms(
  { taxPercent, shippingRates }: ShopRules,
  { method, lines, ...destination }: Destination & { method: ShippingMethod; lines: readonly PricedItem[] },
): Pick<OrderTotalsInput, 'decisions' | 'charges'> {
  const { label, days, priceCents, freeFromCents } = shippingRates[method]
  const { standard } = shippingRates
  const parcels = [...lines.keys()].filter((index) => isPricedParcel(lines[index]))
  const charge: ShippingCharge = {
    owner: null,
    zone: 'legacy',
    class: 'parcel',
    lines: parcels.length > 0 ? parcels : [...lines.keys()],
    netCents: priceCents,
    freeFromCents,
    label,
    days,
    ...(method !== 'standard' && { standard: { netCents: standard.priceCents, freeFromCents: standard.freeFromCents } }),
  }
  return { decisions: [legacyDecision(taxPercent, destination)], charges: [charge] }
}

const isPricedParcel = (line: PricedItem | undefined) => line?.shippingClass === 'parcel' && line.priceCents.USD + line.priceCents.EUR > 0
