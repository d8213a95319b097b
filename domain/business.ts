import type { ReviewDays } from './settings.ts'
import type { Transitions } from './transitions.ts'
import type { Role } from './user.ts'

/** What a business does with packaging; both may sell once approved (D44). */
export const BUSINESS_TYPES = ['producer', 'consumer'] as const

/** One of `BUSINESS_TYPES`. */
export type BusinessType = (typeof BUSINESS_TYPES)[number]

/** Whether the firm trades here at all; staff may set any, in any order (B184). */
export const BUSINESS_STATUSES = ['Active', 'Inactive', 'Suspended', 'Deleted'] as const

/** One of `BUSINESS_STATUSES`. */
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number]

/** The staff's judgement of the firm, called businessStatus in calls (B179, B180). */
export const APPROVAL_STATUSES = ['pending', 'approved', 'suspended', 'rejected'] as const

/** One of `APPROVAL_STATUSES`. */
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** Every move of an approval: by review, and from rejected to pending by a new application (D246 as overridden). */
export const APPROVAL_TRANSITIONS: Transitions<ApprovalStatus> = {
  pending: ['approved', 'rejected'],
  approved: ['suspended'],
  suspended: ['approved'],
  rejected: ['approved', 'pending'],
}

/** The moves that a reviewer may make: `APPROVAL_TRANSITIONS` without those of the firm itself (access.md). */
export const REVIEW_TRANSITIONS: Transitions<ApprovalStatus> = { ...APPROVAL_TRANSITIONS, rejected: ['approved'] }

/** Says whether a business may sell, and so whether its goods are shown: Active and approved, nothing else (D251). */
export function isSellable(status: BusinessStatus, approval: ApprovalStatus): boolean {
  return status === 'Active' && approval === 'approved'
}

/** Who of the staff may change an approval in the form of a business: everybody, unless the setting keeps it for super admins (D248). */
export function mayApprove(role: Role, onlySuperAdminsApprove: boolean): boolean {
  return role === 'super_admin' || !onlySuperAdminsApprove
}

const DAY_MS = 86_400_000
const WEEK_DAYS = 5

/** How many business days (24 hours of Monday to Friday, UTC) lie between two instants; 0 where `until` is not later. */
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

/** Whether an application has waited longer than was promised: `late` after the first of the promised days, `overdue` after the last (D242). */
export function reviewDelay(since: Date, now: Date, { minDays, maxDays }: ReviewDays): 'in_time' | 'late' | 'overdue' {
  const days = businessDaysBetween(since, now)
  if (days > maxDays) return 'overdue'
  return days > minDays ? 'late' : 'in_time'
}
