/** Business days within which an application is answered (B350). */
export type ReviewDays = { minDays: number; maxDays: number }

/** The specification's promise: 2-3 business days. */
export const DEFAULT_REVIEW_DAYS: ReviewDays = { minDays: 2, maxDays: 3 }

/** Rates in force: those of zones, or one row for every country, as in shops from before there were zones. */
export const RATE_BASES = ['rules', 'legacy'] as const
/** One of `RATE_BASES`. */
export type RateBasis = (typeof RATE_BASES)[number]

/** Switches of super admins, all off in a new shop. */
export type ShopSwitches = {
  /** New products of sellers wait for a super admin (status Pending) instead of going on sale. */
  reviewNewProducts: boolean
  /** Only super admins change the approval of a business. */
  onlySuperAdminsApprove: boolean
  /** Super admins may import a catalog too. */
  superAdminImport: boolean
  /** A business is approved only once nothing is open of its trader details and the checks of them. */
  requireTraderChecks: boolean
}

/** All off, as in the specification. */
export const DEFAULT_SWITCHES: ShopSwitches = {
  reviewNewProducts: false,
  onlySuperAdminsApprove: false,
  superAdminImport: false,
  requireTraderChecks: false,
}

/** Formats a span of business days: '5-7 business days', '3 business days', 'next business day'. */
export function businessDays({ minDays, maxDays }: { minDays: number; maxDays: number }): string {
  if (minDays !== maxDays) return `${minDays}-${maxDays} business days`
  return maxDays === 1 ? 'next business day' : `${maxDays} business days`
}
