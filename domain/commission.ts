import { allocate, roundHalfUp } from './money.ts'

/** Hundredths of a percent that make the whole. */
const WHOLE = 10_000

/** What the platform keeps where no rate fits: 10% of the goods (D291). */
export const DEFAULT_COMMISSION_BASIS_POINTS = 1000

/** One rate of commission in hundredths of a percent; nulls fit every seller or category. */
export interface CommissionRate {
  businessId: string | null
  category: string | null
  basisPoints: number
}

/** The rate for goods, in hundredths of a percent: that of the first of `rates`, in the order of the staff, that fits (D291). */
export function commissionBasisPoints(rates: readonly CommissionRate[], goods: { businessId: string; category: string }): number {
  const fits = ({ businessId, category }: CommissionRate) =>
    (businessId === null || businessId === goods.businessId) && (category === null || category === goods.category)
  return rates.find(fits)?.basisPoints ?? DEFAULT_COMMISSION_BASIS_POINTS
}

/** The rates that can fit a seller's goods, in their order: one for each category, the last (category null) for all others. */
export function ratesOfSeller(rates: readonly CommissionRate[], businessId: string): Pick<CommissionRate, 'category' | 'basisPoints'>[] {
  const own = rates.filter((rate) => rate.businessId === null || rate.businessId === businessId)
  const end = own.findIndex(({ category }) => category === null)
  const narrow = end < 0 ? own : own.slice(0, end)
  const first = narrow.filter(({ category }, index) => narrow.findIndex((rate) => rate.category === category) === index)
  const rest = own[end]?.basisPoints ?? DEFAULT_COMMISSION_BASIS_POINTS
  return [...first.map(({ category, basisPoints }) => ({ category, basisPoints })), { category: null, basisPoints: rest }]
}

/** Commission on goods of `netCents` (after discounts, without shipping and tax), rounded half up to the cent. */
export function commissionCents(netCents: number, basisPoints: number): number {
  return roundHalfUp(netCents * basisPoints, WHOLE)
}

/** What a line of an order gives the platform: the rate in hundredths of a percent, and the cents. */
export interface LineCommission {
  commissionBasisPoints: number
  commissionCents: number
}

/**
 * The commission on each line of one seller's part, in the order given: on the line's total less its share of the part's discount.
 * The part's commission is their sum.
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

/** Where the money of a seller's part of an order lies, in cents: the three add up to the part's total. */
export interface PartShares {
  seller: number
  commission: number
  tax: number
}

/** A part's total as it is shared between the seller, the platform and the tax office. */
export function sharesOf(part: { totalCents: number; commissionCents: number; taxCents: number }): PartShares {
  return { seller: part.totalCents - part.commissionCents - part.taxCents, commission: part.commissionCents, tax: part.taxCents }
}

/**
 * What each side gives back when `amountCents` more of a part is refunded and `refundedCents` of it went back before: in the proportion of the sale.
 * Rounded on the running sum, so that refunds of any sizes together give back every share to the cent.
 */
export function refundShares(
  part: { totalCents: number; commissionCents: number; taxCents: number },
  refundedCents: number,
  amountCents: number,
): PartShares {
  const upTo = (share: number, refunded: number) => (part.totalCents === 0 ? 0 : roundHalfUp(share * refunded, part.totalCents))
  const more = (share: number) => upTo(share, refundedCents + amountCents) - upTo(share, refundedCents)
  const commission = more(part.commissionCents)
  const tax = more(part.taxCents)
  return { seller: amountCents - commission - tax, commission, tax }
}
