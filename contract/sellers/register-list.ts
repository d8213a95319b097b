import { defineList } from '#contract/list.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { REGISTRATION_STATE_LABELS, STREAM_LABELS } from '#domain/producer-streams.ts'
import type { OfferedByCountry, StaffProducerRegistration } from './registers.ts'

/** Labels of the states that lists have. */
export const LISTED_STATE_LABELS = { ...REGISTRATION_STATE_LABELS, ending: 'Ends soon', renewed: 'New end to confirm' } as const

/** Labels of the modes. */
export const MODE_LABELS = { off: 'Off', ask: 'Ask', require: 'Require' } as const

/** Columns of numbers in registers of producers. */
export const REGISTER_LIST = defineList<StaffProducerRegistration>()({
  businessName: { title: 'Seller', kind: 'text', sort: 'business', isFixed: true, width: 28 },
  state: { title: 'Status', kind: 'text', labels: LISTED_STATE_LABELS, filter: 'one', sort: 'state' },
  country: { title: 'Country', kind: 'text', value: ({ country }) => countryNameOf(country) },
  stream: { title: 'Register', kind: 'text', labels: STREAM_LABELS },
  number: { title: 'Number', kind: 'text', value: ({ registration }) => registration?.number, width: 28 },
  scheme: { title: 'System', kind: 'text', value: ({ registration }) => registration?.scheme, isExtra: true },
  mode: { title: 'Rule', kind: 'text', labels: MODE_LABELS, filter: 'one' },
  validFrom: { title: 'First day', kind: 'day', value: ({ registration }) => registration?.validFrom, isExtra: true },
  validTo: { title: 'Last day', kind: 'day', value: ({ registration }) => registration?.validTo, sort: 'validTo' },
  certifiedBy: { title: 'Covered, stated by', kind: 'text', value: ({ registration }) => registration?.certified.by, only: 'file' },
  certifiedAt: { title: 'Stated', kind: 'moment', value: ({ registration }) => registration?.certified.at, only: 'file' },
  checkedOn: { title: 'Checked', kind: 'day', value: ({ registration }) => registration?.check?.day, isExtra: true },
  checkedBy: { title: 'Checked by', kind: 'text', value: ({ registration }) => registration?.check?.by, only: 'file' },
  how: { title: 'How it was checked', kind: 'prose', value: ({ registration }) => registration?.check?.how, only: 'file', width: 40 },
})

/** Columns of the report of offers by seller and country. */
export const OFFER_LIST = defineList<OfferedByCountry>()({
  businessName: { title: 'Seller', kind: 'text', width: 28 },
  country: { title: 'Country', kind: 'text', value: ({ country }) => countryNameOf(country) },
  stream: { title: 'Register', kind: 'text', labels: STREAM_LABELS },
  number: { title: 'Number', kind: 'text', width: 28 },
  state: { title: 'Status', kind: 'text', labels: LISTED_STATE_LABELS },
  mode: { title: 'Rule', kind: 'text', labels: MODE_LABELS },
  products: { title: 'Products', kind: 'number' },
  isOffered: { title: 'Offered', kind: 'flag', labels: { true: 'Yes', false: 'No' } },
})
