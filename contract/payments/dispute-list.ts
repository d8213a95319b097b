import { type ColumnEntries, defineList } from '#contract/list.ts'
import { DISPUTE_STATUS_LABELS, disputeReasonLabel, OWN_DISPUTE_STATUS_LABELS } from '#domain/dispute.ts'
import type { Dispute, OwnDispute } from './disputes.ts'

const order = { title: 'Order', kind: 'text', value: ({ orderNumber }: OwnDispute) => orderNumber, isFixed: true, width: 24 } as const
const status = { title: 'Status', kind: 'text', filter: 'one', isFixed: true } as const
const reason = { title: 'Reason', kind: 'text', value: ({ reason: code }: OwnDispute) => disputeReasonLabel(code), width: 26 } as const
const currency = { title: 'Currency', kind: 'text', only: 'file', width: 10 } as const
const evidenceDueAt = { title: 'Respond by', kind: 'moment', sort: 'evidenceDueAt' } as const
const days = {
  openedAt: { title: 'Opened', kind: 'moment', sort: '-openedAt' },
  closedAt: { title: 'Closed', kind: 'moment', none: 'Not yet', isExtra: true },
} as const satisfies ColumnEntries<OwnDispute>

/** Columns of all disputes. */
export const DISPUTE_LIST = defineList<Dispute>()({
  order,
  status: { ...status, labels: DISPUTE_STATUS_LABELS },
  reason,
  customer: { title: 'Customer', kind: 'text', value: ({ customer }) => customer.name, width: 28 },
  amount: { title: 'Amount', kind: 'money', sort: '-amount' },
  fee: { title: 'Stripe fee', kind: 'money', isExtra: true },
  currency,
  evidenceDueAt,
  ...days,
  stripe: { title: 'Stripe', kind: 'text', only: 'grid' },
  stripeId: { title: 'Stripe ID', kind: 'text', only: 'file', width: 32 },
})

/** Columns of the disputes of a seller's own orders. */
export const OWN_DISPUTE_LIST = defineList<OwnDispute>()({
  order,
  status: { ...status, labels: OWN_DISPUTE_STATUS_LABELS },
  reason,
  amount: { title: 'Disputed amount', kind: 'money' },
  currency,
  ...days,
  evidenceDueAt: { ...evidenceDueAt, only: 'file' },
})
