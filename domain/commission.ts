import { allocate, roundHalfUp } from './money.ts'

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
 * Returns the commission on each line of a seller order, in the order given: on the line's total less its share of the discount.
 * The seller order's commission is their sum.
 */
export function lineCommissions(
  lines: readonly { businessId: string; category: string; lineTotalCents: number }[],
  discountCents: number,
  rates: readonly CommissionRate[],
): LineCommission[] {
  const discounts = allocate(
    discountCents,
    lines.map(({ lineTotalCents }) => lineTotalCents),
  )
  return lines.map((line, index) => {
    const basisPoints = commissionBasisPoints(rates, line)
    return {
      commissionBasisPoints: basisPoints,
      commissionCents: commissionCents(line.lineTotalCents - (discounts[index] ?? 0), basisPoints),
    }
  })
}

/** A seller order's total split in cents; the three add up to it. */
interface SellerOrderShares {
  seller: number
  commission: number
  tax: number
}

/** Splits a seller order's total between the seller, the platform and tax. */
export function sharesOf(order: { totalCents: number; commissionCents: number; taxCents: number }): SellerOrderShares {
  return { seller: order.totalCents - order.commissionCents - order.taxCents, commission: order.commissionCents, tax: order.taxCents }
}

/**
 * Splits a refund of `amountCents` of a seller order, of which `refundedCents` were refunded before, in the proportion of the sale.
 * Rounding is cumulative, so that refunds of any sizes together refund every share to the cent.
 */
export function refundShares(
  order: { totalCents: number; commissionCents: number; taxCents: number },
  refundedCents: number,
  amountCents: number,
): SellerOrderShares {
  const upTo = (share: number, refunded: number) => (order.totalCents === 0 ? 0 : roundHalfUp(share * refunded, order.totalCents))
  const more = (share: number) => upTo(share, refundedCents + amountCents) - upTo(share, refundedCents)
  const commission = more(order.commissionCents)
  const tax = more(order.taxCents)
  return { seller: amountCents - commission - tax, commission, tax }
}
