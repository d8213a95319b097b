import type { Transitions } from './transitions.ts'

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
