import { defineList } from '#contract/list.ts'
import { languageName, PAPER_LABELS } from '#domain/paper.ts'
import type { CopyState, StaffPaperCopy } from './papers.ts'

/** Labels of the states of copies on paper. */
export const COPY_STATE_LABELS: Readonly<Record<CopyState, string>> = { late: 'Late', open: 'To send', sent: 'Sent' }

/** Columns of the copies on paper that buyers asked for. */
export const PAPER_COPY_LIST = defineList<StaffPaperCopy>()({
  orderNumber: { title: 'Order', kind: 'text', isFixed: true, width: 20 },
  businessName: { title: 'Seller', kind: 'text', width: 28 },
  productName: { title: 'Product', kind: 'text', width: 28 },
  paper: {
    title: 'Paper',
    kind: 'text',
    value: ({ paper: { kind, language } }) => `${PAPER_LABELS[kind]}, ${languageName(language)}`,
    width: 24,
  },
  revision: { title: 'Revision', kind: 'text', value: ({ paper }) => paper.revision, isExtra: true },
  state: { title: 'Status', kind: 'text', labels: COPY_STATE_LABELS, filter: 'one' },
  askedAt: { title: 'Asked for', kind: 'moment' },
  dueAt: { title: 'Send by', kind: 'moment', sort: 'dueAt' },
  sentAt: { title: 'Sent on', kind: 'moment' },
})
