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

/** Whether the business trades here at all. */
export function BusinessStatusWord({ status }: { status: BusinessStatus }) {
  return <span className={`status ${STATUS_TONES[status]}`}>{status}</span>
}

export const typeLabel = (type: BusinessType): string => (type === 'producer' ? 'Producer' : 'Consumer')
