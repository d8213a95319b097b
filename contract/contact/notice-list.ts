import { type ColumnEntries, defineList } from '#contract/list.ts'
import { NOTICE_DECISION_LABELS } from '#domain/notice.ts'
import type { Notice, OwnNotice } from './notices.ts'

const head = {
  number: { title: 'Notice', kind: 'text', isFixed: true },
  status: { title: 'Status', kind: 'text', isFixed: true },
} as const satisfies ColumnEntries<OwnNotice>
const address = { title: 'Page', kind: 'text', width: 40 } as const
const receivedAt = { title: 'Received', kind: 'moment', sort: '-receivedAt' } as const
const decidedAt = { title: 'Decided', kind: 'moment', none: 'Not yet' } as const

/** Columns of all notices. */
export const NOTICE_LIST = defineList<Notice>()({
  ...head,
  age: { title: 'Age', kind: 'text', only: 'grid' },
  due: { title: 'Due', kind: 'moment', value: ({ dueAt }) => dueAt, none: 'Nothing due' },
  next: { title: 'Next step', kind: 'text', only: 'grid' },
  address,
  business: {
    title: 'Business',
    kind: 'text',
    value: ({ business }) => business?.name,
    none: 'The shop',
    width: 28,
  },
  receivedAt,
  decidedAt: { ...decidedAt, only: 'file' },
  decision: { title: 'Decision', kind: 'text', labels: NOTICE_DECISION_LABELS, only: 'file' },
  reason: { title: 'Reason', kind: 'prose', only: 'file', width: 40 },
  reasons: { title: 'Reasons of the decision', kind: 'prose', only: 'file', width: 40 },
  objection: { title: 'Objection', kind: 'prose', only: 'file', width: 40 },
  name: { title: 'Reported by', kind: 'text', isExtra: true, width: 28 },
  email: { title: 'Email', kind: 'text', only: 'file', width: 30 },
})

/** Columns of the notices about a seller's own pages. */
export const OWN_NOTICE_LIST = defineList<OwnNotice>()({
  ...head,
  address,
  receivedAt,
  decidedAt,
  objectUntil: { title: 'Object until', kind: 'moment', none: 'None' },
})
