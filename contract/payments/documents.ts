import * as z from 'zod/mini'
import { CountryCode, CurrencyCode, Id, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { DOCUMENT_KINDS } from '#domain/document.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const seller = ['business_admin'] as const

/** An invoice or another document; amounts in its currency. It never changes. */
export const Document = z.object({
  id: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** Its number as people quote it, such as `INV-000042`. */
  number: z.string(),
  issuedAt: z.string(),
  /** Null for documents between the platform and a seller. */
  orderId: z.nullable(z.string()),
  orderNumber: z.string(),
  /** Issuer and recipient. */
  issuer: z.string(),
  buyer: z.string(),
  /** Country of the recipient (ISO 3166, two letters); '' where it is unknown. */
  country: z.string(),
  currency: CurrencyCode,
  net: z.number(),
  tax: z.number(),
  gross: z.number(),
  /** Number of the invoice that it corrects. */
  corrects: z.nullable(z.string()),
})
export type Document = z.output<typeof Document>

const MONTH = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'Please give a month like 2026-11' }))
/** Orders of the lists of documents; a minus reverses. */
export const DOCUMENT_SORTS = ['-issuedAt', 'issuedAt', '-gross', 'gross', '-number', 'number'] as const

const filterFields = {
  ...pageFields,
  kind: z.optional(z.enum(DOCUMENT_KINDS)),
  country: z.optional(CountryCode),
  /** Month of the issue (UTC). */
  month: z.optional(MONTH),
  sort: z.optional(z.enum(DOCUMENT_SORTS)),
}

const list = endpoint({
  method: 'GET',
  path: '/api/admin/documents',
  access: STAFF_ROLES,
  summary: 'Invoices, credit notes and other documents, newest first; a search reads number, order and recipient.',
  query: z.object(filterFields),
  response: z.array(Document),
  list: true,
})

const listOwn = endpoint({
  method: 'GET',
  path: '/api/business/documents',
  access: seller,
  summary: "Documents that the caller's business issued or that are about it, newest first.",
  query: z.object(filterFields),
  response: z.array(Document),
  list: true,
})

const monthFields = { query: z.object({ month: MONTH }), response: z.string(), produces: ['application/zip'] } as const

export const documents = {
  invoice: endpoint({
    method: 'GET',
    path: '/api/orders/:id/invoice.pdf',
    access: 'signedIn',
    summary: 'The first invoice of an order as a PDF, for its customer and staff. It never changes; refunds have credit notes.',
    params: z.object({ id: text(60) }),
    response: z.string(),
    produces: ['application/pdf'],
  }),
  ofOrder: endpoint({
    method: 'GET',
    path: '/api/orders/:id/documents',
    access: 'signedIn',
    summary: 'Invoices and credit notes of an order, for its customer and staff, oldest first.',
    params: z.object({ id: text(60) }),
    response: z.array(Document),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/documents/:id.pdf',
    access: 'signedIn',
    summary: 'A document as a PDF, for staff, the customer of its order and the seller that it is about.',
    params: z.object({ id: Id }),
    response: z.string(),
    produces: ['application/pdf'],
  }),
  list,
  export: exportOf(list, 'The same documents as one file.', { stepUp: true }),
  zip: endpoint({
    method: 'GET',
    path: '/api/admin/documents/zip',
    access: STAFF_ROLES,
    summary: 'The PDFs of all documents of a month in one archive.',
    stepUp: true,
    ...monthFields,
  }),
  listOwn,
  exportOwn: exportOf(listOwn, 'The same documents as one file.'),
  zipOwn: endpoint({
    method: 'GET',
    path: '/api/business/documents/zip',
    access: seller,
    summary: "The PDFs of the caller's documents of a month in one archive.",
    ...monthFields,
  }),
}
