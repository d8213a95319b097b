import { fractionOf, roundHalfUp } from './money.ts'

/** Basis points of 100%. */
const WHOLE = 10_000

/** The default commission: 10% of the products. */
export const DEFAULT_COMMISSION_BASIS_POINTS = 1000

/** A commission rate in basis points; null applies to every seller or category. */
export interface CommissionRate {
  businessId: string | null
  category: string | null
  basisPoints: number
}

/** Returns the rate for a product in basis points: that of the first of `rates` that applies. */
export function commissionBasisPoints(rates: readonly CommissionRate[], product: { businessId: string; category: string }): number {
  const fits = ({ businessId, category }: CommissionRate) =>
    (businessId === null || businessId === product.businessId) && (category === null || category === product.category)
  return rates.find(fits)?.basisPoints ?? DEFAULT_COMMISSION_BASIS_POINTS
}

/** Returns the rates that can apply to a seller's products, in order: one for each category, the last (category null) for all others. */
export function ratesOfSeller(rates: readonly CommissionRate[], businessId: string): Pick<CommissionRate, 'category' | 'basisPoints'>[] {
  const own = rates.filter((rate) => rate.businessId === null || rate.businessId === businessId)
  const end = own.findIndex(({ category }) => category === null)
  const narrow = end < 0 ? own : own.slice(0, end)
  const first = narrow.filter(({ category }, index) => narrow.findIndex((rate) => rate.category === category) === index)
  const rest = own[end]?.basisPoints ?? DEFAULT_COMMISSION_BASIS_POINTS
  return [...first.map(({ category, basisPoints }) => ({ category, basisPoints })), { category: null, basisPoints: rest }]
}

/** Returns the commission on `netCents` (after discounts, without shipping and tax), rounded half up to the cent. */
export function commissionCents(netCents: number, basisPoints: number): number {
  return roundHalfUp(netCents * basisPoints, WHOLE)
}

/** Commission on an order line: the rate in basis points, and the cents. */
interface LineCommission {
  commissionBasisPoints: number
  commissionCents: number
}

/**
 * Returns the commission on a line whose products cost `netCents`: after the discount, without tax and shipping.
 * The commission of a seller order is the sum over its lines.
 */
export function lineCommission(
  { netCents, ...product }: { businessId: string; category: string; netCents: number },
  rates: readonly CommissionRate[],
): LineCommission {
  const basisPoints = commissionBasisPoints(rates, product)
  return { commissionBasisPoints: basisPoints, commissionCents: commissionCents(netCents, basisPoints) }
}

/** A seller order's total split in cents; the three add up to it. */
interface SellerOrderShares {
  seller: number
  commission: number
  tax: number
}

/** A payment for a seller order that is paid in parts: cents that were paid before, and that are paid now. */
interface PartPayment {
  beforeCents: number
  amountCents: number
}

/**
 * Splits a part payment of a seller order in the proportion of the whole. Rounding is cumulative, so that payments of any sizes together
 * pay every share to the cent.
 */
export function paymentShares(
  order: { totalCents: number; commissionCents: number; taxCents: number },
  { beforeCents, amountCents }: PartPayment,
): SellerOrderShares {
  const upTo = (cents: number, paidCents: number) => (order.totalCents === 0 ? 0 : fractionOf(cents, paidCents, order.totalCents))
  const share = (cents: number) => upTo(cents, beforeCents + amountCents) - upTo(cents, beforeCents)
  const [commission, tax] = [share(order.commissionCents), share(order.taxCents)]
  return { seller: amountCents - commission - tax, commission, tax }
}

/** Lines of a seller order that were refunded by their units: cents of the lines, and the tax and commission on those units. */
export interface RefundedUnits {
  amountCents: number
  taxCents: number
  commissionCents: number
}

/** No units were refunded, only amounts. */
export const NO_UNITS: RefundedUnits = { amountCents: 0, taxCents: 0, commissionCents: 0 }

/** A refund of a seller order: all that was refunded before and is refunded now, in cents, and which of it was for units of its lines. */
interface PartRefund {
  /** Refunded before, and posted of it so far. */
  before: { amountCents: number; units: RefundedUnits; postedTaxCents: number; postedCommissionCents: number }
  amountCents: number
  units: RefundedUnits
  /** Amounts that were posted for the payments of a seller order that is not paid in full; absent: it is. */
  paid?: { amountCents: number; taxCents: number; commissionCents: number }
}

/**
 * Splits a refund of a seller order: the tax and commission of its units, and of the rest (shipping, an amount that names no units) in the
 * proportion of what units did not take. Rounding is cumulative, so that refunds of any sizes together refund every share to the cent.
 */
export function refundShares(
  order: { totalCents: number; commissionCents: number; taxCents: number },
  { before, amountCents, units, paid }: PartRefund,
): SellerOrderShares {
  if (paid && before.amountCents + amountCents >= paid.amountCents) {
    const commission = paid.commissionCents - before.postedCommissionCents
    const tax = paid.taxCents - before.postedTaxCents
    return { seller: amountCents - commission - tax, commission, tax }
  }
  const restCents = before.amountCents - before.units.amountCents + amountCents - units.amountCents
  const poolCents = order.totalCents - before.units.amountCents - units.amountCents
  const share = (of: 'taxCents' | 'commissionCents', postedCents: number) => {
    const pool = order[of] - before.units[of] - units[of]
    const rest = poolCents <= 0 ? pool : roundHalfUp(pool * restCents, poolCents)
    return Math.max(before.units[of] + units[of] + rest - postedCents, 0)
  }
  const commission = share('commissionCents', before.postedCommissionCents)
  const tax = share('taxCents', before.postedTaxCents)
  return { seller: amountCents - commission - tax, commission, tax }
}
