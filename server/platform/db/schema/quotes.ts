import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { CURRENCIES } from '#domain/money.ts'
import { QUOTE_SIDES, STORED_QUOTE_STATES } from '#domain/quote-state.ts'
import { at, cents, createdAt, id, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'
import { impactResults } from './impact.ts'
import { orders } from './orders.ts'

/** A product that a buyer asks for, as it was called then. */
export interface RequestedLine {
  productId: string
  name: string
  quantity: number
  /** Price of one unit that the buyer wishes for; null: none. */
  targetCents: number | null
  note: string
}

/** The request of a buyer, or what a seller began a quote with. */
export interface QuoteRequest {
  /** The seller, or staff for it, began it: the buyer sees it from its first version on. Absent: the buyer began it. */
  by?: 'seller'
  lines: RequestedLine[]
  /** Null on requests from before quotes, and until the buyer says it. */
  deliverTo: { country: string; zipCode: string; city: string; state: string } | null
  /** The buyer as taxes need it. */
  buyer: { kind: 'business' | 'consumer'; vatId: string }
  neededBy: string | null
  wants: string[]
  message: string
  /** Fields of a request for something made to measure, as its form names them. */
  details: Record<string, string>
}

/** Negotiations of one buyer with one seller about one order. */
export const quotes = pgTable(
  'quotes',
  {
    id: id(),
    number: text().notNull().unique(),
    /** Null for requests from before quotes, which needed no account. */
    buyerId: uuid().references(() => users.id),
    buyerName: text().notNull(),
    buyerEmail: text().notNull(),
    buyerCompany: text().notNull().default(''),
    buyerPhone: text().notNull().default(''),
    /** Null until staff name the seller. */
    businessId: uuid().references(() => businesses.id),
    /** Stored state; `expired` follows from the clock (`quoteStateAt`). */
    status: text({ enum: STORED_QUOTE_STATES }).notNull().default('requested'),
    /** Side whose turn it is; null once the quote is closed. */
    waitsFor: text({ enum: QUOTE_SIDES }),
    currency: text({ enum: CURRENCIES }).notNull(),
    request: jsonb().$type<QuoteRequest>().notNull(),
    /** The offer that the seller is writing (`QuoteContent`); null: none. */
    draft: jsonb(),
    impactKey: text().references(() => impactResults.key, { onDelete: 'set null' }),
    /** Number of the newest version, 0 before the first, with its end and total. */
    versionNumber: integer().notNull().default(0),
    validUntil: at(),
    totalCents: cents(),
    closedReason: text().notNull().default(''),
    /** The order that the accepted version became. */
    orderId: uuid()
      .unique()
      .references(() => orders.id),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('quotes_buyer_idx').on(t.buyerId, t.createdAt),
    index('quotes_business_idx').on(t.businessId, t.createdAt),
    index('quotes_created_idx').on(t.createdAt, t.id),
    index('quotes_open_idx').on(t.status, t.validUntil).where(sql`${t.status} in ('requested', 'offered')`),
    oneOf('quotes_status_check', t.status, STORED_QUOTE_STATES),
    oneOf('quotes_waits_for_check', t.waitsFor, QUOTE_SIDES),
    check('quotes_accepted_check', sql`(${t.status} = 'accepted') = (${t.orderId} is not null)`),
    check(
      'quotes_offered_check',
      sql`(${t.versionNumber} > 0) = (${t.validUntil} is not null) and (${t.status} <> 'offered' or ${t.versionNumber} > 0)`,
    ),
  ],
)

/** Offers as they were sent; a trigger refuses every change. */
export const quoteVersions = pgTable(
  'quote_versions',
  {
    id: id(),
    quoteId: uuid()
      .notNull()
      .references(() => quotes.id),
    number: integer().notNull(),
    /** `QuoteContent`: all that an order of it is made from. */
    content: jsonb().notNull(),
    /** Totals and shares of the lines when it was sent (`QuoteTotals`). */
    totals: jsonb().notNull(),
    /** Rates of commission that were in force, of which an order is charged those. */
    commission: jsonb().$type<{ businessId: string | null; category: string | null; basisPoints: number }[]>().notNull(),
    /** Of content, totals and commission in canonical JSON, as 64 hexadecimal digits. */
    sha256: text().notNull(),
    validUntil: at().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('quote_versions_once').on(t.quoteId, t.number)],
)

/** Messages of both sides of a quote; staff write for the shop. */
export const quoteMessages = pgTable(
  'quote_messages',
  {
    id: id(),
    quoteId: uuid()
      .notNull()
      .references(() => quotes.id),
    side: text({ enum: QUOTE_SIDES }).notNull(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Written by staff, as the shop. */
    byStaff: boolean().notNull().default(false),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('quote_messages_quote_idx').on(t.quoteId, t.createdAt), oneOf('quote_messages_side_check', t.side, QUOTE_SIDES)],
)

/** Files of requests and offers; one that no quote names yet is its uploader's alone. */
export const quoteFiles = pgTable(
  'quote_files',
  {
    id: id(),
    /** Quotes that have it: a request to several sellers became one each. */
    quoteIds: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    uploaderId: uuid().references(() => users.id, { onDelete: 'set null' }),
    name: text().notNull(),
    key: text().notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [index('quote_files_uploader_idx').on(t.uploaderId, t.createdAt), index('quote_files_quotes_idx').using('gin', t.quoteIds)],
)
