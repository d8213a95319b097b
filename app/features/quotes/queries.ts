import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { QuotePreview } from '#contract/quotes/office-quotes.ts'
import type { QuoteContent } from '#contract/quotes/quote-content.ts'
import type { Quote, QuoteSummary } from '#contract/quotes/quotes.ts'

type Token = string | null
type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['sellerQuotes']['list']>[0]>['query']>

/** Calls of an office: those of a seller about its own quotes, or of staff about all. */
export type Office = 'sellerQuotes' | 'staffQuotes'

/** Quotes on a page of a buyer's list. */
export const OWN_PAGE = 20

export const quotesKey = (token: Token) => ['quotes', token] as const

/** The caller's quotes as a buyer, newest first. */
export const ownQuotesQuery = (token: Token, page: number): Read<Page<QuoteSummary>> => ({
  queryKey: [...quotesKey(token), 'own', page],
  read: (api, signal) => api.quotes.list({ query: { page: String(page), limit: String(OWN_PAGE) }, signal }),
  staleTime: 0,
})

/** Number of the caller's quotes that need the buyer's answer. */
export const waitingQuotesQuery = (token: Token): Read<number> => ({
  queryKey: [...quotesKey(token), 'waiting'],
  read: async (api, signal) => (await api.quotes.list({ query: { waitsFor: 'buyer', limit: '1' }, ...(signal && { signal }) })).total,
  staleTime: 0,
})

/** One of the caller's quotes as a buyer. */
export const ownQuoteQuery = (token: Token, id: string): Read<Quote> => ({
  queryKey: [...quotesKey(token), 'one', id],
  read: (api, signal) => api.quotes.byId({ params: { id }, signal }),
  staleTime: 0,
})

/** Quotes as a grid of an office asks for them. */
export const officeQuotesQuery = (token: Token, office: Office, query: GridQuery): Read<Page<QuoteSummary>> => ({
  queryKey: [...officeKey(token), office, query],
  read: (api, signal) => api[office].list({ query: query as ListQuery, signal }), // the grid asks in the words of its columns and filters
  staleTime: 0,
})

/** One quote as an office sees it. */
export const officeQuoteQuery = (token: Token, office: Office, id: string): Read<Quote> => ({
  queryKey: [...officeKey(token), office, 'one', id],
  read: (api, signal) => api[office].byId({ params: { id }, signal }),
  staleTime: 0,
})

/** Totals of an offer that is being written. */
export const quotePreviewQuery = (token: Token, office: Office, id: string, content: QuoteContent): Read<QuotePreview> => ({
  queryKey: [...officeKey(token), office, 'preview', id, content],
  read: (api, signal) => api[office].preview({ params: { id }, body: { content }, ...(signal && { signal }) }),
  staleTime: 0,
})
