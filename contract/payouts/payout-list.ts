import { defineList } from '#contract/list.ts'
import { PAYOUT_METHOD_LABELS, PAYOUT_STATUS_LABELS } from '#domain/payout.ts'
import type { Payout } from './payouts.ts'

/** Columns of the staff's list of payouts. */
export const PAYOUT_LIST = defineList<Payout>()({
  number: { title: 'Payout', kind: 'text', isFixed: true },
  business: { title: 'Seller', kind: 'text', value: ({ businessName }) => businessName, sort: 'business', width: 30 },
  amount: { title: 'Amount', kind: 'money', sort: '-amount' },
  currency: { title: 'Currency', kind: 'text', only: 'file' },
  method: { title: 'By', kind: 'text', labels: PAYOUT_METHOD_LABELS, filter: 'one' },
  status: { title: 'Status', kind: 'text', labels: PAYOUT_STATUS_LABELS, filter: 'one', sort: 'status' },
  reference: { title: 'Reference', kind: 'text', none: 'None' },
  problem: { title: 'Problem', kind: 'prose', only: 'file', width: 40 },
  createdAt: { title: 'Prepared', kind: 'moment', sort: '-createdAt' },
  settledAt: { title: 'Settled', kind: 'moment', none: 'Not yet', isExtra: true },
})
