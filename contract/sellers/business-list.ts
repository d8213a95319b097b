import { defineList } from '#contract/list.ts'
import { APPROVAL_LABELS } from '#domain/business.ts'
import type { Business } from './applications.ts'

/** Columns of businesses, for staff. */
export const BUSINESS_LIST = defineList<Business>()({
  name: { title: 'Business', kind: 'text', sort: 'name', isFixed: true, width: 30 },
  contact: { title: 'Contact', kind: 'text', only: 'grid' },
  email: { title: 'Email', kind: 'text', only: 'file', width: 30 },
  phone: { title: 'Phone', kind: 'text', only: 'file' },
  website: { title: 'Website', kind: 'text', only: 'file', width: 30 },
  address: { title: 'Address', kind: 'prose', width: 30 },
  place: { title: 'Place', kind: 'text', only: 'grid' },
  city: { title: 'City', kind: 'text', only: 'file' },
  postalCode: { title: 'Postal code', kind: 'text', only: 'file' },
  country: { title: 'Country', kind: 'text', only: 'file' },
  type: { title: 'Type', kind: 'text', value: ({ businessType }) => businessType },
  status: { title: 'Status', kind: 'text' },
  businessStatus: {
    title: 'Business status',
    kind: 'text',
    labels: APPROVAL_LABELS,
    filter: 'one',
    inFile: ({ businessStatus }) => businessStatus,
    only: 'file',
  },
  decision: { title: 'Last decision', kind: 'text', value: ({ review }) => review?.to },
  reason: { title: 'Reason', kind: 'prose', value: ({ review }) => review?.reason, none: 'None given', width: 40 },
  createdAt: { title: 'Created', kind: 'moment', sort: '-createdAt' },
  updatedAt: { title: 'Updated', kind: 'moment', sort: '-updatedAt', only: 'grid', isExtra: true },
})
