import type { ApprovalStatus, BusinessStatus, BusinessType } from '#domain/business.ts'

const APPROVALS: Record<ApprovalStatus, { label: string; tone: string }> = {
  pending: { label: 'Pending Approval', tone: 'warn' },
  approved: { label: 'Approved', tone: 'ok' },
  suspended: { label: 'Suspended', tone: 'bad' },
  rejected: { label: 'Rejected', tone: 'bad' },
}

export const approvalLabel = (status: ApprovalStatus): string => APPROVALS[status].label

/** The staff's judgement of a business, as a word with its mark. */
export function ApprovalWord({ status }: { status: ApprovalStatus }) {
  const { label, tone } = APPROVALS[status]
  return <span className={`status ${tone}`}>{label}</span>
}

const STATUS_TONES: Record<BusinessStatus, string> = { Active: 'ok', Inactive: 'idle', Suspended: 'bad', Deleted: 'idle' }

/** Whether a business or one of its goods (their statuses are the same four) is in the shop at all. */
export function RecordStatusWord({ status }: { status: BusinessStatus }) {
  return <span className={`status ${STATUS_TONES[status]}`}>{status}</span>
}

export const typeLabel = (type: BusinessType): string => (type === 'producer' ? 'Producer' : 'Consumer')
