import { defineList } from '#contract/list.ts'
import { CERTIFICATE_KIND_LABELS, CERTIFICATE_STATUS_LABELS } from '#domain/tax-certificate.ts'
import type { StaffExemption } from './exemptions.ts'

/** Columns of certificates of exemption. */
export const EXEMPTION_LIST = defineList<StaffExemption>()({
  customer: { title: 'Customer', kind: 'text', value: ({ customer }) => customer.name, isFixed: true, width: 28 },
  email: { title: 'Email', kind: 'text', value: ({ customer }) => customer.email, only: 'file', width: 32 },
  number: { title: 'Certificate', kind: 'text', width: 24 },
  kind: { title: 'Kind', kind: 'text', labels: CERTIFICATE_KIND_LABELS, only: 'file' },
  states: { title: 'States', kind: 'text', value: ({ states }) => states.join(', ') },
  status: { title: 'Status', kind: 'text', labels: CERTIFICATE_STATUS_LABELS, filter: 'one', sort: 'status' },
  sent: { title: 'Sent', kind: 'moment', value: ({ createdAt }) => createdAt, sort: '-createdAt', isExtra: true },
  validTo: { title: 'Last day', kind: 'day', none: 'Does not expire', sort: 'validTo' },
  file: { title: 'File', kind: 'text', only: 'grid' },
})
