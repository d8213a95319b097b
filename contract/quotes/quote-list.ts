import { type ColumnEntries, defineList } from '#contract/list.ts'
import { QUOTE_STATE_LABELS } from '#domain/quote-state.ts'
import type { QuoteSummary } from './quotes.ts'

const columns = {
  number: { title: 'Quote', kind: 'text', isFixed: true },
  state: { title: 'Status', kind: 'text', labels: QUOTE_STATE_LABELS, filter: 'one', isFixed: true },
  title: { title: 'About', kind: 'text' },
  buyer: { title: 'Buyer', kind: 'text', value: ({ buyer }) => buyer.company || buyer.name },
  total: { title: 'Total', kind: 'money', none: 'No offer yet' },
  validUntil: { title: 'Valid until', kind: 'moment' },
  createdAt: { title: 'Requested', kind: 'moment', sort: '-createdAt' },
  updatedAt: { title: 'Last change', kind: 'moment', sort: '-updatedAt', isExtra: true },
} as const satisfies ColumnEntries<QuoteSummary>

/** Columns of a seller's quotes. */
export const SELLER_QUOTE_LIST = defineList<QuoteSummary>()(columns)

/** Columns of the quotes of all sellers. */
export const STAFF_QUOTE_LIST = defineList<QuoteSummary>()({
  ...columns,
  business: { title: 'Seller', kind: 'text', value: ({ business }) => business?.name, none: 'No seller yet' },
})
