import { defineList } from '#contract/list.ts'
import type { InboxMessage } from './inbox.ts'

/** Columns of the messages to the team. */
export const INBOX_LIST = defineList<InboxMessage>()({
  name: { title: 'From', kind: 'text', sort: 'name', isFixed: true, width: 24 },
  message: { title: 'Message', kind: 'prose', width: 60 },
  details: {
    title: 'Details',
    kind: 'prose',
    value: ({ details }) => details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    only: 'file',
    width: 40,
  },
  topic: { title: 'Topic', kind: 'text', sort: 'topic' },
  status: { title: 'Status', kind: 'text', sort: 'status' },
  created: { title: 'Received', kind: 'moment', value: ({ createdAt }) => createdAt, sort: '-createdAt' },
  reference: { title: 'Reference', kind: 'text' },
  email: { title: 'Email', kind: 'text', isExtra: true, width: 30 },
  phone: { title: 'Phone', kind: 'text', isExtra: true },
  company: { title: 'Company', kind: 'text', only: 'file', width: 24 },
  answeredAt: { title: 'Answered on', kind: 'moment', only: 'file' },
  answered: { title: 'Answered by', kind: 'text', value: ({ answeredBy }) => answeredBy, isExtra: true },
  note: { title: 'Note', kind: 'prose', isExtra: true, width: 40 },
})
