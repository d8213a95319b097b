import { defineList } from '#contract/list.ts'
import type { Subscriber } from './subscribers.ts'

/** Columns of newsletter subscriptions. */
export const SUBSCRIBER_LIST = defineList<Subscriber>()({
  email: { title: 'Email', kind: 'text', sort: 'email', isFixed: true, width: 34 },
  status: { title: 'Status', kind: 'text', sort: 'status' },
  created: { title: 'Requested on', kind: 'moment', value: ({ createdAt }) => createdAt, sort: '-createdAt' },
  confirmed: { title: 'Confirmed on', kind: 'moment', value: ({ confirmedAt }) => confirmedAt, sort: '-confirmedAt' },
  ended: { title: 'Unsubscribed on', kind: 'moment', value: ({ unsubscribedAt }) => unsubscribedAt, isExtra: true },
  consent: { title: 'Agreed to', kind: 'prose', value: ({ consentText }) => consentText, width: 60 },
})
