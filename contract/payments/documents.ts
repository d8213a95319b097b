import * as z from 'zod/mini'
import { CountryCode, CurrencyCode, Id, identifier, pageFields, reference } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { DOCUMENT_KINDS } from '#domain/document.ts'
import { E_INVOICE_FORMS, E_INVOICE_SYNTAXES, INVOICE_FORMS } from '#domain/e-invoice.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const seller = ['business_admin'] as const

/** An invoice or another document; amounts in its currency. It never changes. */
export const Document = z.object({
  id: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  /** Its number as people quote it, such as `INV-000042`. */
  number: z.string(),
  issuedAt: z.string(),
  /** Day of the issue that the document states, in the time zone that the shop had then. */
  issuedOn: z.string(),
  /** Day of the supply, for a monthly document the last day of its month; null while something is still to be sent. */
  suppliedOn: z.nullable(z.string()),
  /** First day of what a monthly document is about; null for others. */
  suppliedFrom: z.nullable(z.string()),
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
  /** Its e-invoice; null where it gets none. */
  eInvoice: z.nullable(
    z.object({
      form: z.enum(E_INVOICE_FORMS),
      isMade: z.boolean(),
      /** Reason of the last failed attempt; '' without one, and for everybody but staff. */
      problem: z.string(),
    }),
  ),
})
export type Document = z.output<typeof Document>

/** Form in which a buyer gets invoices. */
export const InvoicePreference = z.object({
  form: z.enum(INVOICE_FORMS),
  /** Reference for XRechnung, such as a Leitweg-ID; '' for none. */
  buyerReference: z.string(),
  /** 0 while it is the default. */
  version: z.int(),
})
export type InvoicePreference = z.output<typeof InvoicePreference>

/** Terms under which the platform writes documents in the name of a seller. */
export const DocumentTerms = z.object({
  /** First letters of the seller's numbers; '' until somebody has chosen them. */
  prefix: z.string(),
  /** Prefix that the shop chooses with the first document if nobody has. */
  proposedPrefix: z.string(),
  /** True after the first document: the prefix no longer changes. */
  isPrefixFixed: z.boolean(),
  /** When the seller agreed that the platform writes invoices in its name; null: it has not. */
  agreedAt: z.nullable(z.string()),
  version: z.int(),
})
export type DocumentTerms = z.output<typeof DocumentTerms>

const MONTH = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'Please enter a month like 2026-11' }))
const DAY = z.iso.date({ error: 'Please enter a date like 2026-03-04' })
/** Orders of the lists of documents; a minus reverses. */
export const DOCUMENT_SORTS = ['-issuedAt', 'issuedAt', '-gross', 'gross', '-number', 'number'] as const

const filterFields = {
  ...pageFields,
  kind: z.optional(z.enum(DOCUMENT_KINDS)),
  country: z.optional(CountryCode),
  currency: z.optional(CurrencyCode),
  /** Month of the issue, in the time zone that the shop had then. */
  month: z.optional(MONTH),
  /** First and last day of the issue, in that time zone. */
  from: z.optional(DAY),
  to: z.optional(DAY),
  sort: z.optional(z.enum(DOCUMENT_SORTS)),
}

const list = endpoint({
  method: 'GET',
  path: '/api/admin/documents',
  access: STAFF_ROLES,
  permission: 'finance.read',
  summary: 'Invoices, credit notes and other documents, newest first; a search reads number, order and recipient.',
  query: z.object(filterFields),
  response: z.array(Document),
  list: true,
})

const listOwn = endpoint({
  method: 'GET',
  path: '/api/business/documents',
  access: seller,
  token: 'read',
  summary: "Documents that the caller's business issued or that are about it, newest first.",
  query: z.object(filterFields),
  response: z.array(Document),
  list: true,
})

/** Sums of the documents of a kind and a currency. */
export const DocumentTotal = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  currency: CurrencyCode,
  count: z.int(),
  net: z.number(),
  tax: z.number(),
  gross: z.number(),
})
export type DocumentTotal = z.output<typeof DocumentTotal>

const { page: _page, limit: _limit, sort: _sort, ...totalFields } = filterFields

const monthFields = { query: z.object({ month: MONTH }), response: z.string(), produces: ['application/zip'] } as const

export const documents = {
  totals: endpoint({
    method: 'GET',
    path: '/api/admin/documents/totals',
    access: STAFF_ROLES,
    permission: 'finance.read',
    summary: 'Sums of the documents that a filter leaves, by kind and currency.',
    query: z.object(totalFields),
    response: z.array(DocumentTotal),
  }),
  ownTotals: endpoint({
    method: 'GET',
    path: '/api/business/documents/totals',
    access: seller,
    token: 'read',
    summary: "Sums of the documents of the caller's business that a filter leaves, by kind and currency.",
    query: z.object(totalFields),
    response: z.array(DocumentTotal),
  }),
  invoice: endpoint({
    method: 'GET',
    path: '/api/orders/:id/invoice.pdf',
    access: 'signedIn',
    token: 'read',
    summary: 'The first invoice of an order as a PDF, for its customer and staff. It never changes; refunds have credit notes.',
    params: z.object({ id: identifier(60) }),
    response: z.string(),
    produces: ['application/pdf'],
  }),
  ofOrder: endpoint({
    method: 'GET',
    path: '/api/orders/:id/documents',
    access: 'signedIn',
    token: 'read',
    summary: 'Invoices and credit notes of an order, for its customer and staff, oldest first.',
    params: z.object({ id: identifier(60) }),
    response: z.array(Document),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/documents/:id.pdf',
    access: 'signedIn',
    token: 'read',
    summary: 'A document as a PDF, for staff, the customer of its order and the seller that it is about.',
    params: z.object({ id: Id }),
    response: z.string(),
    produces: ['application/pdf'],
  }),
  xml: endpoint({
    method: 'GET',
    path: '/api/documents/:id.xml',
    access: 'signedIn',
    token: 'read',
    summary:
      'The e-invoice of a document by EN 16931, for those who may read its PDF. Without a syntax, that of the form which its buyer chose.',
    params: z.object({ id: Id }),
    query: z.object({ syntax: z.optional(z.enum(E_INVOICE_SYNTAXES)) }),
    response: z.string(),
    produces: ['application/xml'],
  }),
  readForm: endpoint({
    method: 'GET',
    path: '/api/account/invoice-form',
    access: 'signedIn',
    summary: 'The form in which the caller gets invoices as a business in the European Union; by default Factur-X.',
    response: InvoicePreference,
  }),
  saveForm: endpoint({
    method: 'PUT',
    path: '/api/account/invoice-form',
    access: 'signedIn',
    summary: "Chooses the form of the caller's next invoices. XRechnung needs the Leitweg-ID as reference.",
    body: z.object({ form: z.enum(INVOICE_FORMS), buyerReference: reference(60), version: z.optional(z.int()) }),
    response: InvoicePreference,
  }),
  readTerms: endpoint({
    method: 'GET',
    path: '/api/business/document-terms',
    access: seller,
    summary: "The prefix of the caller's document numbers, and the agreement that the platform writes documents in the caller's name.",
    response: DocumentTerms,
  }),
  saveTerms: endpoint({
    method: 'PUT',
    path: '/api/business/document-terms',
    access: seller,
    members: 'owner',
    summary: 'Changes the prefix, 2 to 8 capitals, and the agreement. The prefix is fixed after the first document.',
    body: z.object({ prefix: identifier(20), agreed: z.boolean(), version: z.optional(z.int()) }),
    response: DocumentTerms,
  }),
  list,
  export: exportOf(list, 'The same documents as one file.', { stepUp: true }),
  zip: endpoint({
    method: 'GET',
    path: '/api/admin/documents/zip',
    access: STAFF_ROLES,
    permission: 'finance.read',
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
    token: 'read',
    summary: "The PDFs of the caller's documents of a month in one archive.",
    ...monthFields,
  }),
}
