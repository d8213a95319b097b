import { defineList } from '#contract/list.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { DOCUMENT_KIND_LABELS } from '#domain/document.ts'
import type { Document } from './documents.ts'

const dateOf = (day: string | null) => day && new Date(day)

/** Columns of the documents, for staff and for sellers. */
export const DOCUMENT_LIST = defineList<Document>()({
  number: { title: 'Number', kind: 'text', sort: 'number', isFixed: true },
  kind: { title: 'Kind', kind: 'text', labels: DOCUMENT_KIND_LABELS, filter: 'one', width: 22 },
  issuedAt: {
    title: 'Issued',
    kind: 'day',
    value: ({ issuedOn }) => issuedOn,
    inFile: ({ issuedOn }) => dateOf(issuedOn),
    sort: '-issuedAt',
  },
  suppliedFrom: { title: 'Supplied from', kind: 'day', inFile: ({ suppliedFrom }) => dateOf(suppliedFrom), only: 'file' },
  supplied: {
    title: 'Supplied',
    kind: 'day',
    value: ({ suppliedOn }) => suppliedOn,
    inFile: ({ suppliedOn }) => dateOf(suppliedOn),
    isExtra: true,
  },
  issuer: { title: 'Issuer', kind: 'text', isExtra: true, width: 28 },
  buyer: { title: 'Buyer', kind: 'text', width: 28 },
  country: {
    title: 'Country',
    kind: 'text',
    value: ({ country }) => country && countryNameOf(country),
    inFile: ({ country }) => country,
    none: 'Unknown',
    width: 10,
  },
  currency: { title: 'Currency', kind: 'text', only: 'file', width: 10 },
  order: { title: 'Order', kind: 'text', value: ({ orderNumber }) => orderNumber, width: 24 },
  eInvoice: { title: 'E-invoice', kind: 'text', only: 'grid', isExtra: true },
  corrects: { title: 'Corrects', kind: 'text', none: 'None', isExtra: true },
  net: { title: 'Net', kind: 'money' },
  tax: { title: 'Tax', kind: 'money' },
  gross: { title: 'Gross', kind: 'money', sort: '-gross' },
})
