import { allocate, roundHalfUp } from './money.ts'

/** Statuses of a refund: requested, settled, or refused by the payment provider. */
export const REFUND_STATUSES = ['requested', 'settled', 'failed'] as const

/** One of `REFUND_STATUSES`. */
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** Labels of the statuses of a refund. */
export const REFUND_STATUS_LABELS: Readonly<Record<RefundStatus, string>> = {
  requested: 'On its way',
  settled: 'Refunded',
  failed: 'Failed',
}

/** A seller's part of an order, as far as its lines share in it; cents. */
interface SharedCharges {
  discountCents: number
  taxCents: number
}

/**
 * Returns the cost of each line of a part to its buyer, in cents: its price less its share of the discount, and its share of the tax.
 * The lines and the part's shipping add up to the part's total.
 */
export function lineCosts({ discountCents, taxCents }: SharedCharges, lineTotals: readonly number[]): number[] {
  const discounts = allocate(discountCents, lineTotals)
  const taxes = allocate(taxCents, lineTotals)
  return lineTotals.map((cents, index) => cents - (discounts[index] ?? 0) + (taxes[index] ?? 0))
}

/** A line of which units may have been refunded before: their number, and the cents that they were worth. */
interface RefundedLine {
  costCents: number
  quantity: number
  goneQuantity: number
  goneCents: number
}

/**
 * Returns the worth of `quantity` more units of a line in cents: their share of its cost, rounded on the running sum,
 * so that all units together are worth exactly the line, in any number of steps.
 */
export function unitsCost({ costCents, quantity, goneQuantity, goneCents }: RefundedLine, units: number): number {
  return Math.max(roundHalfUp(costCents * (goneQuantity + units), quantity) - goneCents, 0)
}

/** Returns the share of `units` more units of a line in an amount of the whole line, on the running sum as `unitsCost`. */
export function unitsShare(cents: number, { quantity, gone }: { quantity: number; gone: number }, units: number): number {
  return roundHalfUp(cents * (gone + units), quantity) - roundHalfUp(cents * gone, quantity)
}

/** Share of a refund in one seller order, in cents; `taxCents` equals the amount of one that is tax alone. */
export type RefundShare = { businessId: string; amountCents: number; taxCents?: number | null }

/** Spreads an amount over the parts of an order by what is left of each, by largest remainder; never more than is left of one. */
export function spreadByLeft(amountCents: number, leftCents: readonly number[]): number[] {
  const left = leftCents.reduce((sum, cents) => sum + cents, 0)
  return left === 0 ? leftCents.map(() => 0) : allocate(Math.min(amountCents, left), leftCents)
}
