import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Document, DocumentTerms, DocumentTotal, InvoicePreference } from '#contract/payments/documents.ts'

type Token = string | null
type StaffQuery = NonNullable<NonNullable<Parameters<ShopApi['documents']['list']>[0]>['query']>
type OwnQuery = NonNullable<NonNullable<Parameters<ShopApi['documents']['listOwn']>[0]>['query']>

/** One page of all documents, as a grid asks for it. */
export const documentsQuery = (token: Token, query: GridQuery): Read<Page<Document>> => ({
  queryKey: [...officeKey(token), 'documents', query],
  read: (api, signal) => api.documents.list({ query: query as StaffQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** One page of the documents of the caller's business, as a grid asks for it. */
export const ownDocumentsQuery = (token: Token, query: GridQuery): Read<Page<Document>> => ({
  queryKey: [...officeKey(token), 'own-documents', query],
  read: (api, signal) => api.documents.listOwn({ query: query as OwnQuery, signal }), // as above
  staleTime: 0,
})

/** Sums of all documents that a filter leaves, or of those of the caller's business. */
export const documentTotalsQuery = (token: Token, call: 'totals' | 'ownTotals', filter: Record<string, string>): Read<DocumentTotal[]> => ({
  queryKey: [...officeKey(token), 'document-totals', call, filter],
  read: (api, signal) => api.documents[call]({ query: filter, signal }),
  staleTime: 0,
})

/** Terms of the documents of the caller's business. */
export const documentTermsQuery = (token: Token): Read<DocumentTerms> => ({
  queryKey: [...officeKey(token), 'document-terms'],
  read: (api, signal) => api.documents.readTerms({ signal }),
  staleTime: 0,
})

/** Form in which the user gets invoices. */
export const invoiceFormQuery = (token: Token): Read<InvoicePreference> => ({
  queryKey: ['invoice-form', token],
  read: (api, signal) => api.documents.readForm({ signal }),
  staleTime: 0,
})
