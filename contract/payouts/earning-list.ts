import { defineList } from '#contract/list.ts'
import type { EarningEntry } from './earnings.ts'

/** Labels of the reasons of an entry. */
export const EARNING_REASON_LABELS: Readonly<Record<EarningEntry['reason'], string>> = {
  sale: 'Sale',
  refund: 'Refund',
  payout: 'Payout',
  payout_failed: 'Returned payout',
  adjustment: 'Adjustment',
  document_tax: 'VAT on a document',
}

/** Columns of the entries of a seller's balance. */
export const EARNING_LIST = defineList<EarningEntry>()({
  at: { title: 'Date', kind: 'moment', sort: '-at', isFixed: true },
  what: { title: 'Type', kind: 'text', value: ({ reason }) => reason, labels: EARNING_REASON_LABELS, isFixed: true },
  number: { title: 'Order or payout', kind: 'text', only: 'file' },
  currency: { title: 'Currency', kind: 'text', only: 'file' },
  gross: { title: 'Buyer paid', kind: 'number' },
  commission: { title: 'Commission', kind: 'number' },
  tax: { title: 'Tax', kind: 'number' },
  net: { title: 'Net', kind: 'number' },
  balance: { title: 'Balance', kind: 'number' },
})
