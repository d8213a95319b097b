import { defineList } from '#contract/list.ts'
import type { StaffVatCheck } from './vat-ids.ts'

/** Columns of the VAT ids that were checked. */
export const VAT_CHECK_LIST = defineList<StaffVatCheck>()({
  vatId: { title: 'VAT ID', kind: 'text', sort: 'vatId', isFixed: true, width: 20 },
  name: { title: 'Registered as', kind: 'text', width: 40 },
  address: { title: 'Address', kind: 'text', only: 'file', width: 50 },
  status: { title: 'Status', kind: 'text' },
  checked: { title: 'Checked', kind: 'moment', value: ({ checkedAt }) => checkedAt, sort: '-checkedAt' },
  source: { title: 'Source', kind: 'text', only: 'file' },
  consultation: { title: 'Consultation', kind: 'text', only: 'file', width: 24 },
  note: { title: 'Note', kind: 'text', only: 'file', width: 40 },
  next: { title: 'Next attempt', kind: 'moment', only: 'grid', isExtra: true },
})
