import * as z from 'zod/mini'
import { AgreedAmount, Units } from '#contract/cart/agreed-terms.ts'
import { CurrencyCode, Day, Id, IdParams, identifier, line, pageFields, queryInt, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { CUSTOMER_LIMITS } from '#domain/customer.ts'
import { CURRENCIES } from '#domain/money.ts'
import { MAX_QUOTE_FILES, QUOTE_MATERIALS, QUOTE_WANTS } from '#domain/quote.ts'
import { QUOTE_ACTIONS, QUOTE_SIDES, QUOTE_STATES } from '#domain/quote-state.ts'
import { AskedPlace, LineShares, QuoteContent, QuoteTotals, VersionContent } from './quote-content.ts'

/** A product that is asked for. */
const AskedItem = z.object({
  id: Id,
  quantity: Units,
  /** Price of one unit, without tax, that the buyer wishes for. */
  targetPrice: z.optional(z.nullable(AgreedAmount)),
  note: z._default(text(500), ''),
})

/** Something to be made to measure. Staff choose the seller. */
const MadeToMeasure = z.object({
  packedGoods: requiredText(500, 'Please tell us what you pack'),
  productSize: requiredText(120, 'Please enter the size of your product'),
  productWeight: requiredText(60, 'Please enter the weight of your product'),
  monthlyVolume: z
    .int({ error: 'Please enter a whole number' })
    .check(z.minimum(1, { error: 'At least 1 parcel a month' }), z.maximum(100_000_000, { error: 'At most 100,000,000 parcels a month' })),
  material: z.enum(QUOTE_MATERIALS, { error: 'Please choose a material' }),
})

const needFields = {
  deliverTo: AskedPlace,
  neededBy: z.optional(z.nullable(Day)),
  wants: z._default(z.array(z.enum(QUOTE_WANTS)).check(z.maxLength(QUOTE_WANTS.length)), []),
  message: z._default(text(5000), ''),
  fileIds: z._default(z.array(Id).check(z.maxLength(MAX_QUOTE_FILES, { error: `You can add up to ${MAX_QUOTE_FILES} files` })), []),
}

/** A request for a quote: products of the catalog, or something made to measure, or only words. */
export const QuoteBody = z
  .object({
    items: z.array(AskedItem).check(
      z.maxLength(50),
      z.refine((items: readonly { id: string }[]) => new Set(items.map(({ id }) => id)).size === items.length, {
        error: 'A product is listed twice',
      }),
    ),
    madeToMeasure: z.optional(MadeToMeasure),
    currency: CurrencyCode,
    ...needFields,
    /** Left out: a business. */
    buyerKind: z._default(z.enum(BUYER_KINDS), 'business'),
    company: z._default(line(CUSTOMER_LIMITS.company), ''),
    phone: z._default(identifier(CUSTOMER_LIMITS.phone), ''),
    vatId: z._default(identifier(CUSTOMER_LIMITS.vatId), ''),
    /** Key of an attached calculation. */
    calculation: z.optional(identifier(100)),
  })
  .check(
    z.refine(({ items, madeToMeasure, message }) => items.length > 0 || madeToMeasure !== undefined || message !== '', {
      path: ['message'],
      error: 'Please say what you need',
    }),
  )
export type QuoteBody = z.output<typeof QuoteBody>

/** A file that was stored for a request or an offer. */
export const QuoteFile = z.object({ id: z.string(), name: z.string() })
export type QuoteFile = z.output<typeof QuoteFile>

/** An offer as it was sent. `commission` and `earnings` are null for the buyer, whose lines have no `commissionCents`. */
const QuoteVersion = z.object({
  id: z.string(),
  number: z.int(),
  content: VersionContent,
  totals: z.extend(z.omit(QuoteTotals, { commissionCents: true, sellerCents: true }), {
    lines: z.array(z.extend(LineShares, { commissionCents: z.optional(z.int()) })),
  }),
  commission: z.nullable(Amount),
  earnings: z.nullable(Amount),
  /** Hash of content, totals and commission: two copies with the same one say the same. */
  sha256: z.string(),
  validUntil: z.string(),
  createdAt: z.string(),
})
export type QuoteVersion = z.output<typeof QuoteVersion>

const QuoteMessage = z.object({
  id: z.string(),
  side: z.enum(QUOTE_SIDES),
  /** Name of its author; null if that account was deleted. */
  by: z.nullable(z.string()),
  text: z.string(),
  at: z.string(),
})

const Party = z.nullable(z.object({ id: z.string(), name: z.string() }))

/** A quote in a list. */
export const QuoteSummary = z.object({
  id: z.string(),
  number: z.string(),
  state: z.enum(QUOTE_STATES),
  /** The seller; null until staff name one. */
  business: Party,
  /** The buyer; sellers learn email and phone with the order. */
  buyer: z.object({ name: z.string(), company: z.string(), email: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  /** Its subject in a few words. */
  title: z.string(),
  currency: z.enum(CURRENCIES),
  /** Total of the newest version; null before the first. */
  total: z.nullable(Amount),
  validUntil: z.nullable(z.string()),
  waitsFor: z.nullable(z.enum(QUOTE_SIDES)),
  order: z.nullable(z.object({ id: z.string(), number: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type QuoteSummary = z.output<typeof QuoteSummary>

/** A quote, whole, as one side of it sees it. */
export const Quote = z.extend(QuoteSummary, {
  request: z.object({
    /** The side that began it. A buyer sees what its seller began once there is an offer. */
    by: z.enum(QUOTE_SIDES),
    lines: z.array(
      z.object({ productId: z.string(), name: z.string(), quantity: z.int(), targetPrice: z.nullable(Amount), note: z.string() }),
    ),
    deliverTo: z.nullable(z.object({ country: z.string(), state: z.string(), zipCode: z.string(), city: z.string() })),
    buyerKind: z.enum(BUYER_KINDS),
    vatId: z.string(),
    neededBy: z.nullable(z.string()),
    wants: z.array(z.string()),
    message: z.string(),
    /** Details of something made to measure, with the labels of its form. */
    details: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  /** Key of the attached calculation; null for none. */
  calculation: z.nullable(z.string()),
  /** Files of the request (`buyer`) and of offers (`seller`), oldest first. */
  files: z.array(z.extend(QuoteFile, { side: z.enum(QUOTE_SIDES) })),
  /** Newest first. */
  versions: z.array(QuoteVersion),
  messages: z.array(QuoteMessage),
  /** Reason of its end; empty for none. */
  closedReason: z.string(),
  /** Actions of the caller in this state, with their buttons. */
  actions: z.array(z.object({ action: z.enum(QUOTE_ACTIONS), button: z.string() })),
  /** The offer that the seller is writing; null for the buyer, and where there is none. */
  draft: z.nullable(QuoteContent),
})
export type Quote = z.output<typeof Quote>

const QUOTE_SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'] as const

/** Page, search and order of quotes. */
export const listFields = { ...pageFields, state: z.optional(z.enum(QUOTE_STATES)), sort: z.optional(z.enum(QUOTE_SORTS)) }

const MessageBody = z.object({ text: requiredText(5000, 'Please enter your message') })

const quotesPath = '/api/quotes'

export const quotes = {
  request: endpoint({
    method: 'POST',
    path: quotesPath,
    access: 'signedIn',
    summary: 'Requests a quote. Products of several sellers become one quote each; what is made to measure goes to staff.',
    body: QuoteBody,
    response: z.object({
      quotes: z.array(z.object({ id: z.string(), number: z.string(), businessName: z.nullable(z.string()) })),
    }),
    status: 201,
    idempotent: true,
  }),
  list: endpoint({
    method: 'GET',
    path: quotesPath,
    access: 'signedIn',
    token: 'read',
    summary: "Lists the caller's quotes as a buyer, newest first.",
    /** `waitsFor`: open ones that need the answer of this side. */
    query: z.object({ ...listFields, waitsFor: z.optional(z.enum(QUOTE_SIDES)) }),
    response: z.array(QuoteSummary),
    list: true,
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/api/quotes/files',
    access: 'signedIn',
    summary:
      'Stores a file for a request or an offer: a PDF or a picture of at most 10 MB as `file`. Unused files are deleted after a day.',
    body: z.object({}),
    files: { file: 1 },
    response: QuoteFile,
    status: 201,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/quotes/:id',
    access: 'signedIn',
    token: 'read',
    summary: "One of the caller's quotes as a buyer.",
    params: IdParams,
    response: Quote,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/quotes/:id/files/:fileId',
    access: 'signedIn',
    summary: 'Returns a file of a quote to its buyer, its seller and staff.',
    params: z.object({ id: Id, fileId: Id }),
    response: z.string(),
    produces: ['application/pdf', 'image/webp'],
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/quotes/:id/versions/:n.pdf',
    access: 'signedIn',
    summary: 'Returns a version of an offer as a PDF to its buyer, its seller and staff.',
    params: z.object({ id: Id, n: queryInt(1, 100_000) }),
    response: z.string(),
    produces: ['application/pdf'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/quotes/:id/decline',
    access: 'signedIn',
    summary: 'Declines an offer; the seller is emailed.',
    params: IdParams,
    body: z.object({ reason: z._default(text(1000), '') }),
    response: Quote,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/quotes/:id/withdraw',
    access: 'signedIn',
    summary: 'Withdraws a request that has no offer yet.',
    params: IdParams,
    response: Quote,
  }),
  message: endpoint({
    method: 'POST',
    path: '/api/quotes/:id/messages',
    access: 'signedIn',
    summary: 'Sends the seller a message, such as a change that is wished for; the answer may be a new version.',
    params: IdParams,
    body: MessageBody,
    response: Quote,
    status: 201,
    idempotent: true,
  }),
}
