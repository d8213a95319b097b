import { defineList } from '#contract/list.ts'
import { WITHDRAWAL_STATUS_LABELS } from '#domain/withdrawal-status.ts'
import type { Withdrawal } from './withdrawals.ts'

/** Columns of withdrawals. */
export const WITHDRAWAL_LIST = defineList<Withdrawal>()({
  number: { title: 'Withdrawal', kind: 'text', isFixed: true },
  status: { title: 'Status', kind: 'text', labels: WITHDRAWAL_STATUS_LABELS, filter: 'several', isFixed: true },
  age: { title: 'Age', kind: 'text', only: 'grid' },
  due: { title: 'Refund due', kind: 'moment', value: ({ dueAt }) => dueAt },
  next: { title: 'Next step', kind: 'text', only: 'grid' },
  order: { title: 'Order', kind: 'text', value: ({ order, orderNumber }) => order?.number ?? orderNumber, width: 20 },
  name: { title: 'Customer', kind: 'text', width: 28 },
  email: { title: 'Email', kind: 'text', only: 'file', width: 30 },
  receivedAt: { title: 'Received', kind: 'moment', sort: '-receivedAt' },
  decidedAt: { title: 'Decided', kind: 'moment', only: 'file' },
  answer: { title: 'Answer', kind: 'prose', only: 'file', width: 40 },
})
