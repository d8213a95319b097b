import { allocate, type Currency, formatMoney, formatPercent } from './money.ts'
import { type Ladder, priceBreakFor, unitPriceCents } from './pricing.ts'
import { checkPromo, discountCents, type Promo, type PromoRefusal } from './promotion.ts'
import { type ShippingClass, type ShippingMethod, type ShippingRates, shippingCents } from './shipping.ts'
import { taxCents } from './tax.ts'
import { pluralize } from './text.ts'

/** The settings that a total depends on; `taxPercent` 8 means 8%. */
export type ShopRules = { taxPercent: number; shippingRates: ShippingRates }

/** One line of a cart or order: cents in the cart's currency, `quantity` a whole number from 1, `ladder` empty for none. */
export type TotalsLine = {
  productId: string
  name: string
  businessId: string
  category: string
  shippingClass: ShippingClass
  basePriceCents: number
  quantity: number
  ladder: Ladder
}

/** Everything a total follows from; stored with an order, `computeTotals` of it is the proof of what was charged. */
export type TotalsInput = {
  currency: Currency
  lines: readonly TotalsLine[]
  promo: Promo | null
  shippingMethod: ShippingMethod
  rules: ShopRules
  now: Date
}

/**
 * One step of the explanation; the discount's amount is negative, so steps from subtotal to tax add up to the total.
 * Steps `included` come after the total: tax that the prices hold already.
 */
export type TotalStep = {
  kind: 'line' | 'subtotal' | 'discount' | 'shipping' | 'tax' | 'total' | 'included'
  text: string
  amountCents: number
}

/** One seller's share of an order, in cents; each component adds up over the sellers to that of the whole. */
type TotalsPart = {
  businessId: string
  subtotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  totalCents: number
}

/**
 * A priced cart in cents; nothing is ever below 0. `lines` are in the order given, `parts` in the order in which
 * sellers first appear. `promoRefusal` null: no code, or it counts; else the code stays but gives nothing.
 */
export type Totals = {
  lines: { productId: string; unitPriceCents: number; lineTotalCents: number; ladderPercent: number }[]
  subtotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  totalCents: number
  promoRefusal: PromoRefusal | null
  parts: TotalsPart[]
  steps: TotalStep[]
}

type Charges = { subtotal: number; discount: number; shipping: number; tax: number; total: number }

/**
 * The calculator of orders that were stored without a version: total = subtotal - discount + shipping + tax (S310). All others are computed
 * by `computeOrderTotals`; this one stays as it is, so that they replay to the cent. Unit prices, discount, shipping and tax are each
 * rounded half up once; sellers' parts by largest remainder. It does not refuse a method that the items do not allow: that is
 * `checkShippingMethod`.
 */
export function computeTotals(input: TotalsInput): Totals {
  const { currency, promo, shippingMethod: method, rules, now } = input
  const lines = input.lines.map(priceLine)
  const subtotal = sum(lines.map((line) => line.lineTotalCents))
  const promoRefusal = promo && checkPromo(promo, subtotal, currency, now)
  const active = promoRefusal ? null : promo
  const discount = active ? discountCents(active, subtotal, currency) : 0
  const rates = rules.shippingRates
  const shipping = shippingCents({ rates, method, currency, subtotalCents: subtotal, lines: input.lines, promo: active })
  const tax = taxCents(subtotal, discount, rules.taxPercent)
  const charges = { subtotal, discount, shipping, tax, total: subtotal - discount + shipping + tax }
  return {
    lines,
    subtotalCents: subtotal,
    discountCents: discount,
    shippingCents: shipping,
    taxCents: tax,
    totalCents: charges.total,
    promoRefusal,
    parts: splitBySeller(input.lines, charges),
    steps: explain(input, charges, promoRefusal),
  }
}

function priceLine({ productId, basePriceCents, quantity, ladder }: TotalsLine): Totals['lines'][number] {
  const unit = unitPriceCents(basePriceCents, quantity, ladder)
  const ladderPercent = priceBreakFor(quantity, ladder)?.discountPercent ?? 0
  return { productId, unitPriceCents: unit, lineTotalCents: unit * quantity, ladderPercent }
}

function splitBySeller(lines: readonly TotalsLine[], charges: Charges): TotalsPart[] {
  const sellers = [...new Set(lines.map((line) => line.businessId))]
  const subtotalsOf = (chosen: readonly TotalsLine[]) =>
    sellers.map((seller) => sum(chosen.filter((line) => line.businessId === seller).map((line) => priceLine(line).lineTotalCents)))
  const subtotals = subtotalsOf(lines)
  // Freight travels free of the parcel charge, so only what goes by parcel carries it.
  const parcels = subtotalsOf(lines.filter((line) => line.shippingClass === 'parcel'))
  const discounts = allocate(charges.discount, subtotals)
  const shippings = allocate(charges.shipping, parcels.some((weight) => weight > 0) ? parcels : subtotals)
  const taxes = allocate(charges.tax, subtotals)
  return sellers.map((businessId, index) => {
    const [subtotal = 0, discount = 0, shipping = 0, tax = 0] = [subtotals, discounts, shippings, taxes].map((list) => list[index])
    const total = subtotal - discount + shipping + tax
    return { businessId, subtotalCents: subtotal, discountCents: discount, shippingCents: shipping, taxCents: tax, totalCents: total }
  })
}

function explain(input: TotalsInput, charges: Charges, refusal: PromoRefusal | null): TotalStep[] {
  const { currency, lines, promo, rules } = input
  const money = (cents: number) => formatMoney(cents, currency)
  const { subtotal, discount, shipping, tax, total } = charges
  const taxed = discount > 0 ? `${money(subtotal - discount)} (subtotal less discount)` : money(subtotal)
  const discounts: TotalStep[] =
    promo && (refusal || promo.type !== 'shipping')
      ? [{ kind: 'discount', text: discountText(promo, subtotal, refusal, currency), amountCents: discount === 0 ? 0 : -discount }]
      : []
  return [
    ...lines.map((line) => lineStep(line, currency)),
    { kind: 'subtotal', text: `Subtotal: the sum of ${pluralize(lines.length, 'line')}`, amountCents: subtotal },
    ...discounts,
    { kind: 'shipping', text: shippingText(input, charges, refusal ? null : promo), amountCents: shipping },
    { kind: 'tax', text: `Tax (${formatPercent(rules.taxPercent)}): of ${taxed}, ${ROUNDED}`, amountCents: tax },
    {
      kind: 'total',
      text: `Total: ${money(subtotal)} − ${money(discount)} + ${money(shipping)} + ${money(tax)}`,
      amountCents: total,
    },
  ]
}

/** The end of a step whose amount was rounded. */
export const ROUNDED = 'rounded half up to the cent'

function lineStep(line: TotalsLine, currency: Currency): TotalStep {
  const { unitPriceCents: unit, lineTotalCents: amountCents } = priceLine(line)
  const rung = priceBreakFor(line.quantity, line.ladder)
  const ladder = rung ? ` (${formatPercent(rung.discountPercent)} off from ${rung.minQuantity})` : ''
  return { kind: 'line', text: `${line.name}: ${line.quantity} × ${formatMoney(unit, currency)}${ladder}`, amountCents }
}

/** Describes what a code takes off a subtotal, or why it takes nothing. */
export function discountText(promo: Promo, subtotal: number, refusal: PromoRefusal | null, currency: Currency): string {
  const money = (cents: number) => formatMoney(cents, currency)
  if (refusal) return `${promo.code}: not applied, ${refusalText(refusal, money)}`
  if (promo.type === 'percentage') {
    return `${promo.code}: ${formatPercent(promo.percent ?? 0)} of ${money(subtotal)}, ${ROUNDED}`
  }
  return `${promo.code}: ${money(promo.valueCents?.[currency] ?? 0)} off, at most the subtotal`
}

function refusalText(refusal: PromoRefusal, money: (cents: number) => string): string {
  switch (refusal.code) {
    case 'promo_inactive':
      return 'the code is turned off'
    case 'promo_not_started':
      return 'the code is not valid yet'
    case 'promo_ended':
      return 'the code has ended'
    case 'promo_used_up':
      return 'the code is used up'
    case 'promo_minimum_not_met':
      return `${money(refusal.missingCents)} short of its minimum of ${money(refusal.minimumCents)}`
  }
}

function shippingText(input: TotalsInput, charges: Charges, active: Promo | null): string {
  const { currency, lines, shippingMethod, rules } = input
  const rate = rules.shippingRates[shippingMethod]
  const freeFrom = rate.freeFromCents?.[currency] ?? null
  const name = `Shipping (${rate.label})`
  if (lines.length === 0) return `${name}: nothing to ship`
  if (active?.type === 'shipping') return `${name}: waived by ${active.code}`
  if (freeFrom === null) return `${name}: ${rate.days}`
  const from = formatMoney(freeFrom, currency)
  return charges.subtotal >= freeFrom ? `${name}: free from ${from}` : `${name}: ${rate.days}, subtotal below ${from}`
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
