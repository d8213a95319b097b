import type { ApprovalStatus, BusinessStatus, BusinessType } from '#domain/business.ts'

const APPROVALS: Record<ApprovalStatus, { label: string; tone: string }> = {
  pending: { label: 'Pending Approval', tone: 'warn' },
  approved: { label: 'Approved', tone: 'ok' },
  suspended: { label: 'Suspended', tone: 'bad' },
  rejected: { label: 'Rejected', tone: 'bad' },
}

export const approvalLabel = (status: ApprovalStatus): string => APPROVALS[status].label

/** Badge of a business's approval. */
export function ApprovalBadge({ status }: { status: ApprovalStatus }) {
  const { label, tone } = APPROVALS[status]
  return <span className={`status ${tone}`}>{label}</span>
}

const STATUS_TONES: Record<BusinessStatus, string> = { Active: 'ok', Inactive: 'idle', Suspended: 'bad', Deleted: 'idle' }

/** Badge of the status of a business or product, which have the same four statuses. */
export function StatusBadge({ status }: { status: BusinessStatus }) {
  return <span className={`status ${STATUS_TONES[status]}`}>{status}</span>
}

export const typeLabel = (type: BusinessType): string => (type === 'producer' ? 'Producer' : 'Consumer')
