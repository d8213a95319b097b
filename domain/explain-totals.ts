import { formatMoney, formatPercent } from './money.ts'
import type { OrderTotals, OrderTotalsInput, ShippingCharge, TaxLine } from './order-totals.ts'
import { priceBreakFor } from './pricing.ts'
import { pluralize } from './text.ts'
import { discountText, ROUNDED, type TotalStep } from './totals.ts'

/** Explains the totals of an order, step by step. @param totals `computeOrderTotals` of `input` */
export function explainTotals(input: OrderTotalsInput, totals: OrderTotals): TotalStep[] {
  const { promo } = input
  const { agreedDiscountCents, mode, promoRefusal, subtotalCents, totalCents, charges } = totals
  const taxes = totals.taxLines.map((line) => taxStep(line, input, totals))
  return [
    ...input.lines.map((_line, index) => lineStep(index, input, totals)),
    { kind: 'subtotal', text: `Subtotal: the sum of ${pluralize(input.lines.length, 'line')}`, amountCents: subtotalCents },
    ...(promo && (promoRefusal || promo.type !== 'shipping') ? [discountStep(promo, input, totals)] : []),
    ...(agreedDiscountCents > 0 ? [{ kind: 'discount', text: 'Agreed discount', amountCents: -agreedDiscountCents } as const] : []),
    ...charges.map(({ charge, cents }): TotalStep => ({ kind: 'shipping', text: shippingText(charge, input, totals), amountCents: cents })),
    ...(mode === 'added' ? taxes : []),
    { kind: 'total', text: totalText(input, totals), amountCents: totalCents },
    ...(mode === 'included' ? taxes : []),
  ]
}

function lineStep(index: number, { lines, currency }: OrderTotalsInput, totals: OrderTotals): TotalStep {
  const [line, priced] = [lines[index], totals.lines[index]]
  if (!line || !priced) throw new RangeError('These totals are of another order')
  const rung = priceBreakFor(line.quantity, line.ladder)
  const ladder = rung ? ` (${formatPercent(rung.discountPercent)} off from ${rung.minQuantity})` : ''
  const text = `${line.name}: ${line.quantity} × ${formatMoney(priced.unitPriceCents, currency)}${ladder}`
  return { kind: 'line', text, amountCents: priced.lineTotalCents }
}

function discountStep(promo: NonNullable<OrderTotalsInput['promo']>, { currency }: OrderTotalsInput, totals: OrderTotals): TotalStep {
  const { subtotalCents, discountCents, agreedDiscountCents, promoRefusal } = totals
  const text = discountText(promo, subtotalCents, promoRefusal, currency)
  const byCode = discountCents - agreedDiscountCents
  return { kind: 'discount', text, amountCents: byCode === 0 ? 0 : -byCode }
}

function shippingText(
  charge: ShippingCharge,
  { currency, lines, promo }: OrderTotalsInput,
  { promoRefusal, subtotalCents, ...totals }: OrderTotals,
): string {
  const { owner, label, days, freeFromCents, sellers } = charge
  const name = `${charge.class === 'parcel' ? `Shipping (${label})` : label}${sellers ? ` from ${sellers}` : ''}`
  if (charge.lines.length === 0) return `${name}: nothing to ship`
  const waives = charge.class === 'parcel' || (promo?.includesFreight === true && !charge.isExtra && !charge.isAgreed)
  if (promo?.type === 'shipping' && !promoRefusal && waives) return `${name}: waived by ${promo.code}`
  if (charge.isExtra || charge.isAgreed) return name
  if (freeFromCents === null) return `${name}: ${days}`
  const own = totals.lines.filter((_line, index) => lines[index]?.businessId === owner)
  const counted = owner === null ? subtotalCents : own.reduce((sum, { lineTotalCents }) => sum + lineTotalCents, 0)
  const from = formatMoney(freeFromCents[currency], currency)
  return counted >= freeFromCents[currency] ? `${name}: free from ${from}` : `${name}: ${days}, subtotal below ${from}`
}

function taxStep({ label, baseCents, taxCents }: TaxLine, { currency }: OrderTotalsInput, totals: OrderTotals): TotalStep {
  const { mode, subtotalCents, discountCents, taxLines } = totals
  const base = formatMoney(baseCents, currency)
  if (mode === 'included') {
    return { kind: 'included', text: `Includes ${label}: on ${base} without tax, ${ROUNDED}`, amountCents: taxCents }
  }
  const isSubtotal = taxLines.length === 1 && baseCents === subtotalCents - discountCents
  const whole = discountCents > 0 ? ' (subtotal less discount)' : ''
  return {
    kind: 'tax',
    text: `${label}: of ${base}${isSubtotal ? whole : ' (items and shipping at this rate)'}, ${ROUNDED}`,
    amountCents: taxCents,
  }
}

function totalText({ currency }: OrderTotalsInput, { mode, subtotalCents, discountCents, shippingCents, taxCents }: OrderTotals): string {
  const money = (cents: number) => formatMoney(cents, currency)
  const tax = mode === 'added' ? ` + ${money(taxCents)}` : ''
  return `Total: ${money(subtotalCents)} − ${money(discountCents)} + ${money(shippingCents)}${tax}`
}
