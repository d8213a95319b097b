import * as z from 'zod/mini'
import { CurrencyCode, Email, Id, IdParams, identifier, requiredText, text } from '#contract/common.ts'
import { anyEndpoint, endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import type { Access } from '#domain/access.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { CUSTOMER_LIMITS } from '#domain/customer.ts'
import type { Permission } from '#domain/permissions.ts'
import { QUOTE_FOLDERS } from '#domain/quote-state.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { AskedPlace, QuoteContent, QuoteTotals } from './quote-content.ts'
import { listFields, Quote, QuoteSummary } from './quotes.ts'

/** Filter of an inbox. */
export const OfficeQuoteQuery = z.object({ ...listFields, folder: z.optional(z.enum(QUOTE_FOLDERS)) })
export type OfficeQuoteQuery = z.output<typeof OfficeQuoteQuery>

/** A quote that the seller begins. */
export const StartQuoteBody = z.object({
  /** Email of a customer: sellers name those who have ordered from them. */
  email: Email,
  currency: CurrencyCode,
  deliverTo: AskedPlace,
  buyerKind: z._default(z.enum(BUYER_KINDS), 'business'),
  vatId: z._default(identifier(CUSTOMER_LIMITS.vatId), ''),
  message: requiredText(5000, 'Please say what the quote is about'),
  /** Seller, where staff begin it. */
  businessId: z.optional(Id),
})
export type StartQuoteBody = z.output<typeof StartQuoteBody>

/** An offer as its order would be now. */
const QuotePreview = z.object({
  totals: QuoteTotals,
  commission: Amount,
  earnings: Amount,
  /** Country that its goods leave from; null where it is not known. */
  dispatchCountry: z.nullable(z.string()),
})
export type QuotePreview = z.output<typeof QuotePreview>

const DraftBody = z.object({ content: QuoteContent, version: z.int() })

type Caller<Who> = { access: Who; permission: Permission | null }

/** The calls of a seller and of staff are the same, each about the quotes that they may see. */
const officeCalls = <const Who extends Access>(path: string, reader: Caller<Who>, writer: Caller<Who>, of: string) => ({
  list: anyEndpoint({
    method: 'GET',
    path,
    ...reader,
    token: 'read',
    summary: `Lists ${of}, newest first.`,
    query: OfficeQuoteQuery,
    response: z.array(QuoteSummary),
    list: true,
  }),
  start: anyEndpoint({
    method: 'POST',
    path,
    ...writer,
    summary: 'Begins a quote for a known customer, who is emailed once an offer is sent.',
    body: StartQuoteBody,
    response: Quote,
    status: 201,
    idempotent: true,
  }),
  byId: anyEndpoint({
    method: 'GET',
    path: `${path}/:id`,
    ...reader,
    token: 'read',
    summary: `One of ${of}, with versions and messages.`,
    params: IdParams,
    response: Quote,
  }),
  saveDraft: anyEndpoint({
    method: 'PUT',
    path: `${path}/:id/draft`,
    ...writer,
    summary: 'Saves the offer that is being written. The buyer sees nothing of it.',
    params: IdParams,
    body: DraftBody,
    response: Quote,
  }),
  preview: anyEndpoint({
    method: 'POST',
    path: `${path}/:id/preview`,
    ...writer,
    summary: 'Prices an offer with the taxes of now; nothing is stored.',
    params: IdParams,
    body: z.object({ content: QuoteContent }),
    response: QuotePreview,
  }),
  send: anyEndpoint({
    method: 'POST',
    path: `${path}/:id/send`,
    ...writer,
    summary: 'Sends the saved offer as a new version, which never changes; the buyer is emailed.',
    params: IdParams,
    body: z.object({ version: z.int() }),
    response: Quote,
    status: 201,
    idempotent: true,
  }),
  decline: anyEndpoint({
    method: 'POST',
    path: `${path}/:id/decline`,
    ...writer,
    summary: 'Declines a request, or withdraws an offer, with a reason that the buyer is emailed.',
    params: IdParams,
    body: z.object({ reason: requiredText(1000, 'Please give a reason') }),
    response: Quote,
  }),
  message: anyEndpoint({
    method: 'POST',
    path: `${path}/:id/messages`,
    ...writer,
    summary: 'Sends the buyer a message.',
    params: IdParams,
    body: z.object({ text: requiredText(5000, 'Please enter your message') }),
    response: Quote,
    status: 201,
    idempotent: true,
  }),
})

const seller = { access: ['business_admin'], permission: null } as const

/** Calls of a seller about its own quotes. */
export const sellerQuotes = officeCalls('/api/business/quotes', seller, seller, "the caller's quotes as a seller")

/** Calls of staff about the quotes of all sellers. */
export const staffQuotes = {
  ...officeCalls(
    '/api/admin/quotes',
    { access: STAFF_ROLES, permission: 'orders.read' },
    { access: STAFF_ROLES, permission: 'orders.write' },
    'the quotes of all sellers',
  ),
  assign: endpoint({
    method: 'POST',
    path: '/api/admin/quotes/:id/seller',
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'Names the seller of a request that has none; the seller is notified.',
    params: IdParams,
    body: z.object({ businessId: Id, note: z._default(text(1000), '') }),
    response: Quote,
  }),
}
