import { APPROVAL_LABELS, type ApprovalStatus, type BusinessStatus, type BusinessType } from '#domain/business.ts'

const APPROVAL_TONES: Record<ApprovalStatus, string> = { pending: 'warn', approved: 'ok', suspended: 'bad', rejected: 'bad' }

/** Badge of a business's approval. */
export function ApprovalBadge({ status }: { status: ApprovalStatus }) {
  return <span className={`status ${APPROVAL_TONES[status]}`}>{APPROVAL_LABELS[status]}</span>
}

const STATUS_TONES: Record<BusinessStatus, string> = { Active: 'ok', Inactive: 'idle', Suspended: 'bad', Deleted: 'idle' }

/** Badge of the status of a business or product, which have the same four statuses. */
export function StatusBadge({ status }: { status: BusinessStatus }) {
  return <span className={`status ${STATUS_TONES[status]}`}>{status}</span>
}

export const typeLabel = (type: BusinessType): string => (type === 'producer' ? 'Producer' : 'Consumer')
