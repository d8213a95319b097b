import * as z from 'zod/mini'
import { CurrencyCode, identifier, pageFields, requiredLine } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { StepUpBody } from '#contract/identity/auth.ts'
import { Amount, totalFields } from '#contract/money.ts'
import { DOCUMENT_KINDS } from '#domain/document.ts'
import { CURRENCIES } from '#domain/money.ts'
import { Payout, PayoutHold } from './payouts.ts'

const own = ['business_admin'] as const

/** Reasons of entries in a seller's balance. */
export const EARNING_REASONS = ['sale', 'refund', 'payout', 'payout_failed', 'adjustment', 'document_tax'] as const
/** Orders of a seller's ledger entries; a minus puts the newest first. */
export const EARNING_SORTS = ['-at', 'at'] as const

const queryDay = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Please enter a date like 2026-03-04' })))

/** Money of sales in a span: `net` is what is left of `sales` less refunds, commission and tax. */
const Moved = z.object({
  /** Paid by buyers, tax and shipping included. */
  sales: Amount,
  /** Refunded to buyers. */
  refunds: Amount,
  /** Commission of the platform, less what it returned at refunds. */
  commission: Amount,
  /** Sales tax that the platform passes on, less what went back at refunds. */
  tax: Amount,
  net: Amount,
})

/** A seller's money in one currency. */
export const Balance = z.object({
  currency: z.enum(CURRENCIES),
  /** All that the platform owes; below 0: what the seller owes. */
  balance: Amount,
  /** Part of it that waits for delivery, the end of returns and withdrawals, an open return or refund, or the end of a dispute. */
  pending: Amount,
  /** Held because the payments of its orders are disputed. */
  disputed: Amount,
  /** Available for the next payout. */
  available: Amount,
  /** Prepared or sent, not yet arrived; no longer part of the balance. */
  onTheWay: Amount,
  /** Payouts that arrived. */
  paidOut: Amount,
  thisMonth: Moved,
  ever: Moved,
})
export type Balance = z.output<typeof Balance>

/** Payout account of a seller; of numbers only the last four characters. */
export const PayoutAccount = z.object({
  holder: z.string(),
  iban: z.nullable(z.string()),
  routingNumber: z.nullable(z.string()),
  accountNumber: z.nullable(z.string()),
  /** This shop pays through Stripe too. */
  offersStripe: z.boolean(),
  /** An account at Stripe is connected, finished or not. */
  isConnected: z.boolean(),
  /** Currencies that can be paid there. */
  currencies: z.array(z.enum(CURRENCIES)),
  updatedAt: z.nullable(z.string()),
  /** 0 before an account was given. */
  version: z.int(),
})
export type PayoutAccount = z.output<typeof PayoutAccount>

/**
 * Requirement of a seller's account at Stripe: more from the seller, Stripe's check, another account; `answer`: Stripe did not answer now.
 */
const STRIPE_NEEDS = ['details', 'review', 'closed', 'answer'] as const

/** Status of a seller's account at Stripe. */
export const PayoutStripe = z.object({
  /** Null: no account is connected. */
  stripe: z.nullable(z.object({ ready: z.boolean(), missing: z.nullable(z.enum(STRIPE_NEEDS)) })),
})
export type PayoutStripe = z.output<typeof PayoutStripe>

/** Balances and payout terms of the caller's business. */
export const Earnings = z.object({
  /** One for each currency with a movement; US dollars where there is none yet. */
  balances: z.array(Balance),
  /** The least amount of a payout, in either currency. */
  minimum: Amount,
  account: PayoutAccount,
  /** Null: payouts are not on hold. */
  hold: z.nullable(PayoutHold),
  /** Commission rates on products after discounts, in percent: the first that fits counts, the last (null) is for all other products. */
  rates: z.array(z.object({ categoryLabel: z.nullable(z.string()), percent: z.number() })),
})
export type Earnings = z.output<typeof Earnings>

/** A number left out stays as it is; an empty one is removed. */
export const PayoutAccountBody = z.extend(StepUpBody, {
  holder: requiredLine(120, 'Please enter the name of the account holder'),
  iban: z.optional(identifier(60)),
  routingNumber: z.optional(identifier(20)),
  accountNumber: z.optional(identifier(30)),
  version: z.optional(z.int()),
})
export type PayoutAccountBody = z.output<typeof PayoutAccountBody>

/** One movement of the balance. */
export const EarningEntry = z.object({
  id: z.string(),
  at: z.string(),
  reason: z.enum(EARNING_REASONS),
  /** Null for what is not about an order. */
  orderId: z.nullable(z.string()),
  /** Number of the order or payout; '' for neither. */
  number: z.string(),
  note: z.nullable(z.string()),
  currency: z.enum(CURRENCIES),
  /** Paid by the buyer, or refunded (below 0), tax and shipping included; null for anything but sales and refunds. */
  gross: z.nullable(Amount),
  /** Commission and tax of `gross`; null with it. */
  commission: z.nullable(Amount),
  tax: z.nullable(Amount),
  /** Change of the balance. */
  net: Amount,
  /** The balance in this currency after it. */
  balance: Amount,
})
export type EarningEntry = z.output<typeof EarningEntry>

/** A month in which the balance moved, in one currency. */
export const StatementLine = z.object({
  /** `2026-03`, in the time zone of the shop. */
  month: z.string(),
  currency: z.enum(CURRENCIES),
  opening: Amount,
  ...Moved.shape,
  /** Less what came back; above 0: it has left the balance. */
  payouts: Amount,
  /** VAT of commission invoices (below 0) and self-billed invoices that were written in the month. */
  documentTax: Amount,
  closing: Amount,
  /** The month is over. */
  isFinal: z.boolean(),
  /** Commission and self-billed invoices about the month. */
  documents: z.array(z.object({ id: z.string(), number: z.string(), kind: z.enum(DOCUMENT_KINDS) })),
})
export type StatementLine = z.output<typeof StatementLine>

const Month = z.object({ month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)) })

const entries = {
  path: '/api/business/earnings/entries',
  access: own,
  token: 'read' as const,
  query: z.object({
    ...pageFields,
    reason: z.optional(z.enum(EARNING_REASONS)),
    currency: z.optional(CurrencyCode),
    from: queryDay,
    to: queryDay,
    sort: z.optional(z.enum(EARNING_SORTS)),
  }),
}

/** Sums of the movements of a currency; `gross`, `commission` and `tax` of sales and refunds. */
export const EarningTotal = z.object({ ...totalFields, gross: Amount, commission: Amount, tax: Amount, net: Amount })
export type EarningTotal = z.output<typeof EarningTotal>

export const earnings = {
  read: endpoint({
    method: 'GET',
    path: '/api/business/earnings',
    access: own,
    summary: "The caller's own money: balance, what waits, what can be paid out, this month, and, for owners, where it is paid.",
    response: Earnings,
  }),
  entries: endpoint({
    ...entries,
    method: 'GET',
    summary: "Every movement of the caller's own balance, with the balance after it; the newest first.",
    response: z.array(EarningEntry),
    list: true,
  }),
  entryTotals: endpoint({
    method: 'GET',
    path: '/api/business/earnings/entries/totals',
    access: own,
    token: 'read',
    summary: "Sums of the movements of the caller's own balance that a filter leaves, by currency.",
    query: z.omit(entries.query, { page: true, limit: true, sort: true }),
    response: z.array(EarningTotal),
  }),
  exportEntries: exportOf(entries, 'The same movements as one file.'),
  statements: endpoint({
    method: 'GET',
    path: '/api/business/statements',
    access: own,
    token: 'read',
    mayLag: true,
    summary: "The months in which the caller's balance changed, each with its opening and closing balance; the newest first.",
    response: z.array(StatementLine),
  }),
  statementPdf: endpoint({
    method: 'GET',
    path: '/api/business/statements/:month.pdf',
    access: own,
    token: 'read',
    mayLag: true,
    summary: 'The statement of a month as a PDF document.',
    params: Month,
    response: z.string(),
    produces: ['application/pdf'],
  }),
  statementCsv: endpoint({
    method: 'GET',
    path: '/api/business/statements/:month.csv',
    access: own,
    token: 'read',
    mayLag: true,
    summary: 'The movements of a month as a CSV file.',
    params: Month,
    response: z.string(),
    produces: ['text/csv'],
  }),
  payouts: endpoint({
    method: 'GET',
    path: '/api/business/payouts',
    access: own,
    token: 'read',
    summary: "The payouts to the caller's own business, the newest first.",
    query: z.object(pageFields),
    response: z.array(Payout),
    list: true,
  }),
  saveAccount: endpoint({
    method: 'PUT',
    path: '/api/business/payout-account',
    access: own,
    members: 'owner',
    money: 'password',
    summary:
      "Sets the payout account of the caller's business: an IBAN, an account in the United States, or both; needs the caller's password.",
    body: PayoutAccountBody,
    response: PayoutAccount,
  }),
  readStripe: endpoint({
    method: 'GET',
    path: '/api/business/payout-account/stripe',
    access: own,
    members: 'owner',
    summary: "Whether the caller's own business can be paid at Stripe, asked there anew.",
    response: PayoutStripe,
  }),
  connectStripe: endpoint({
    method: 'POST',
    path: '/api/business/payout-account/stripe',
    access: own,
    members: 'owner',
    money: 'password',
    summary: "Returns the address where the caller's business opens or finishes its account at Stripe; needs the caller's password.",
    body: StepUpBody,
    response: z.object({ url: z.string() }),
  }),
  disconnectStripe: endpoint({
    method: 'DELETE',
    path: '/api/business/payout-account/stripe',
    access: own,
    members: 'owner',
    money: 'password',
    summary: "Stops paying the caller's business at Stripe; needs the caller's password.",
    body: StepUpBody,
    response: PayoutStripe,
  }),
}
