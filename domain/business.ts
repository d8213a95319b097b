import type { ReviewDays } from './settings.ts'
import { DAY_MS } from './time.ts'
import type { Transitions } from './transitions.ts'
import type { Role } from './user.ts'

/** Types of businesses: producers make machines or packaging, consumers use it. Both may sell once approved. */
export const BUSINESS_TYPES = ['producer', 'consumer'] as const

export type BusinessType = (typeof BUSINESS_TYPES)[number]

/** Statuses of a business, set by staff in any order (B184). */
export const BUSINESS_STATUSES = ['Active', 'Inactive', 'Suspended', 'Deleted'] as const

export type BusinessStatus = (typeof BUSINESS_STATUSES)[number]

/** Approval statuses, called businessStatus in the API (B179, B180). */
export const APPROVAL_STATUSES = ['pending', 'approved', 'suspended', 'rejected'] as const

export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** Labels of the approval statuses, as every screen and refusal says them. */
export const APPROVAL_LABELS: Readonly<Record<ApprovalStatus, string>> = {
  pending: 'Pending Approval',
  approved: 'Approved',
  suspended: 'Suspended',
  rejected: 'Rejected',
}

/** Every transition of an approval: by review, and from rejected to pending by a new application. */
export const APPROVAL_TRANSITIONS: Transitions<ApprovalStatus> = {
  pending: ['approved', 'rejected'],
  approved: ['suspended'],
  suspended: ['approved'],
  rejected: ['approved', 'pending'],
}

/** Transitions that a reviewer may make: `APPROVAL_TRANSITIONS` without the business's own. */
export const REVIEW_TRANSITIONS: Transitions<ApprovalStatus> = { ...APPROVAL_TRANSITIONS, rejected: ['approved'] }

/**
 * Returns whether a business may sell, and so whether its products are public: it must be Active and approved. In SQL: `maySell`, and in
 * the database `may_sell()`.
 */
export function isSellable(status: BusinessStatus, approval: ApprovalStatus): boolean {
  return status === 'Active' && approval === 'approved'
}

/** Returns whether this role may change an approval in a business's form: any staff, unless the setting reserves it for super admins. */
export function mayApprove(role: Role, onlySuperAdminsApprove: boolean): boolean {
  return role === 'super_admin' || !onlySuperAdminsApprove
}

const WEEK_DAYS = 5

/** Counts the business days (24 hours of Monday to Friday, UTC) between two instants; 0 when `until` is not later. */
export function businessDaysBetween(since: Date, until: Date): number {
  const [start, end] = [since.getTime(), until.getTime()]
  if (end <= start) return 0
  const weeks = Math.floor((end - start) / (7 * DAY_MS))
  let days = weeks * WEEK_DAYS
  for (let at = start + weeks * 7 * DAY_MS; at < end; ) {
    const midnight = Math.min(end, (Math.floor(at / DAY_MS) + 1) * DAY_MS)
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6) days += (midnight - at) / DAY_MS
    at = midnight
  }
  return days
}

/** Compares an application's waiting time with the promise: `late` after the first of the promised days, `overdue` after the last. */
export function reviewDelay(since: Date, now: Date, { minDays, maxDays }: ReviewDays): 'in_time' | 'late' | 'overdue' {
  const days = businessDaysBetween(since, now)
  if (days > maxDays) return 'overdue'
  return days > minDays ? 'late' : 'in_time'
}
