import { defineList } from '#contract/list.ts'
import type { ExchangeRate, StaffRegistration, TaxRule } from './tax.ts'

/** Columns of the tax rates. */
export const TAX_RULE_LIST = defineList<TaxRule>()({
  place: { title: 'Place', kind: 'text', only: 'grid', sort: 'place', isFixed: true },
  country: { title: 'country', kind: 'text', only: 'file' },
  state: { title: 'state', kind: 'text', only: 'file' },
  postcodeFrom: { title: 'postcodeFrom', kind: 'text', only: 'file' },
  postcodeTo: { title: 'postcodeTo', kind: 'text', only: 'file' },
  class: { title: 'Class', heading: 'class', kind: 'text', value: ({ taxClass }) => taxClass },
  percent: { title: 'Rate', heading: 'percent', kind: 'number', sort: 'percent' },
  shipping: { title: 'Shipping', heading: 'shippingTaxed', kind: 'flag', value: ({ shipsTaxed }) => shipsTaxed },
  name: { title: 'name', kind: 'text', only: 'file' },
  span: { title: 'In force', kind: 'text', only: 'grid', sort: '-validFrom' },
  validFrom: { title: 'from', kind: 'day', only: 'file' },
  validTo: { title: 'to', kind: 'day', only: 'file' },
  source: { title: 'Source', heading: 'source', kind: 'prose', isExtra: true, width: 40 },
})

/** Columns of the tax registrations. */
export const REGISTRATION_LIST = defineList<StaffRegistration>()({
  place: { title: 'Place', kind: 'text', only: 'grid', sort: 'place', isFixed: true },
  owner: { title: 'owner', kind: 'text', value: ({ businessName }) => businessName ?? 'Platform', only: 'file', width: 30 },
  country: { title: 'country', kind: 'text', only: 'file' },
  state: { title: 'state', kind: 'text', only: 'file' },
  scheme: { title: 'Scheme', heading: 'scheme', kind: 'text' },
  number: { title: 'Number', heading: 'number', kind: 'code', width: 24 },
  isBelowThreshold: { title: 'belowThreshold', kind: 'flag', only: 'file' },
  span: { title: 'In force', kind: 'text', only: 'grid', sort: '-validFrom' },
  validFrom: { title: 'from', kind: 'day', only: 'file' },
  validTo: { title: 'to', kind: 'day', only: 'file' },
  note: { title: 'Note', heading: 'note', kind: 'prose', width: 40 },
})

/** Columns of the exchange rates. */
export const EXCHANGE_RATE_LIST = defineList<ExchangeRate>()({
  day: { title: 'Day', heading: 'day', kind: 'day', sort: '-day', isFixed: true },
  currency: { title: 'Currency', heading: 'currency', kind: 'text', sort: 'currency' },
  perEur: { title: 'For 1 EUR', heading: 'perEur', kind: 'number' },
  source: { title: 'Source', heading: 'source', kind: 'text', width: 30 },
})
