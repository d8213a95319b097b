/** In how many business days an application is answered, at the earliest and at the latest (B350). */
export type ReviewDays = { minDays: number; maxDays: number }

/** The specification's promise: 2-3 business days. */
export const DEFAULT_REVIEW_DAYS: ReviewDays = { minDays: 2, maxDays: 3 }

/** What a super admin can switch on; each is off in a new shop. */
export type ShopSwitches = {
  /** New products of sellers wait for a super admin (status Pending) instead of going on sale (D233). */
  reviewNewProducts: boolean
  /** Only super admins change whether a business is approved (D248). */
  onlySuperAdminsApprove: boolean
  /** Super admins may import a catalog too (D198). */
  superAdminImport: boolean
}

/** All off, as the specification has it. */
export const DEFAULT_SWITCHES: ShopSwitches = { reviewNewProducts: false, onlySuperAdminsApprove: false, superAdminImport: false }

/** A span of business days as people read it: '5-7 business days', '3 business days', 'next business day'. */
export function businessDays({ minDays, maxDays }: { minDays: number; maxDays: number }): string {
  if (minDays !== maxDays) return `${minDays}-${maxDays} business days`
  return maxDays === 1 ? 'next business day' : `${maxDays} business days`
}
