import { sql } from 'drizzle-orm'
import { bigserial, boolean, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { DISPUTE_STATUSES } from '#domain/dispute.ts'
import { CURRENCIES } from '#domain/money.ts'
import { REFUND_STATUSES } from '#domain/refund-amount.ts'
import { at, cents, createdAt, id, oneOf } from './columns.ts'
import { businesses, users } from './identity.ts'
import { orderLines, orders } from './orders.ts'

/**
 * Money of an order: payments and refunds, what was more than due, which is kept for the buyer (`credit`) until it is refunded, and what
 * was paid for the order and is kept since a change made it cost less (`excess`).
 */
export const PAYMENT_KINDS = ['payment', 'refund', 'credit', 'credit_refund', 'excess'] as const

export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: PAYMENT_KINDS }).notNull(),
    method: text().notNull(),
    reference: text().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    amountCents: cents().notNull(),
    actorId: uuid().references(() => users.id),
    at: createdAt(),
  },
  (t) => [
    unique('payments_once').on(t.kind, t.method, t.reference),
    index('payments_order_idx').on(t.orderId),
    index('payments_at_idx').on(t.at),
    check('payments_amount_check', sql`${t.amountCents} > 0`),
    oneOf('payments_kind_check', t.kind, PAYMENT_KINDS),
  ],
)

/** Money that goes back to the buyer of an order: asked for, then settled or failed. Its parts add up to it. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    amountCents: cents().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    reason: text().notNull(),
    /** Source of the request, so that it is made once: a cancellation, a return, a call's key. */
    cause: text().notNull().unique(),
    /** True for money that is kept for the buyer and no longer part of the order: it is of no seller order. */
    isKept: boolean().notNull().default(false),
    /** Part of it that is not sent: it paid for the order of an exchange. */
    exchangedCents: cents().notNull().default(0),
    status: text({ enum: REFUND_STATUSES }).notNull().default('requested'),
    /** The provider's id, or what staff noted. */
    reference: text(),
    problem: text(),
    actorId: uuid().references(() => users.id),
    createdAt: createdAt(),
    settledAt: at(),
  },
  (t) => [
    index('refunds_order_idx').on(t.orderId),
    index('refunds_requested_idx').on(t.createdAt).where(sql`${t.status} = 'requested'`),
    oneOf('refunds_status_check', t.status, REFUND_STATUSES),
    check('refunds_amount_check', sql`${t.amountCents} > 0`),
    check('refunds_exchanged_check', sql`${t.exchangedCents} between 0 and ${t.amountCents}`),
  ],
)

/** Seller orders from which a refund takes its money. */
export const refundShares = pgTable(
  'refund_shares',
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id),
    amountCents: cents().notNull(),
    /** The same amount where it is tax alone, which neither seller nor platform has earned; null: its tax follows from the units. */
    taxCents: cents(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.businessId] }),
    index('refund_shares_business_idx').on(t.businessId),
    check('refund_shares_amount_check', sql`${t.amountCents} > 0`),
  ],
)

/** Units of order lines that a refund is for; empty for a refund of an amount, and for returns, which have lines of their own. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    lineId: uuid()
      .notNull()
      .references(() => orderLines.id),
    quantity: integer().notNull(),
    /** Units of it that had not left: they are not shipped, and back in stock, whatever becomes of the refund. */
    withdrawn: integer().notNull().default(0),
    amountCents: cents().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.lineId] }),
    index('refund_lines_line_idx').on(t.lineId),
    check('refund_lines_quantity_check', sql`${t.quantity} > 0`),
    check('refund_lines_amount_check', sql`${t.amountCents} >= 0`),
  ],
)

/**
 * Card payments of milestones: payment intents at the provider, one open one at most for an order. Its amount never changes: another amount
 * ends it and begins the next.
 */
export const milestoneIntents = pgTable(
  'milestone_intents',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** Milestone of the order's plan that it was begun for. */
    milestoneId: text().notNull(),
    amountCents: cents().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    /** The provider's id; null before the provider has answered. */
    intentId: text().unique(),
    /** Time of the last look at the provider, and of the next one. */
    checkedAt: createdAt(),
    checkAt: at().notNull(),
    createdAt: createdAt(),
    /** Null while it can be paid. */
    endedAt: at(),
  },
  (t) => [
    uniqueIndex('milestone_intents_open_idx').on(t.orderId).where(sql`${t.endedAt} is null`),
    index('milestone_intents_check_idx').on(t.checkAt).where(sql`${t.endedAt} is null`),
    oneOf('milestone_intents_currency_check', t.currency, CURRENCIES),
    check('milestone_intents_amount_check', sql`${t.amountCents} > 0`),
  ],
)

/**
 * Part of a refund that goes back to the card of a payment, of orders that were paid in parts; the rest of the refund is sent by hand.
 * `sentCents` is what is sent: less where the buyer deducted the rest.
 */
export const cardRefunds = pgTable(
  'card_refunds',
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountCents: cents().notNull(),
    sentCents: cents().notNull(),
    /** The provider's id once it is sent; a problem where the provider refused it. */
    reference: text(),
    problem: text(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.paymentId] }),
    index('card_refunds_payment_idx').on(t.paymentId),
    check('card_refunds_amount_check', sql`${t.amountCents} > 0 and ${t.sentCents} between 0 and ${t.amountCents}`),
  ],
)

/** A card payment that its cardholder disputes at the bank. Its state is the newest that the provider reported. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    /** The provider's id. */
    stripeId: text().notNull().unique(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountCents: cents().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    /** The provider's reason code. */
    reason: text().notNull(),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    evidenceDueAt: at(),
    /** Fee of the provider for it, less what the provider returned. */
    feeCents: cents().notNull().default(0),
    /** False: of the provider's test mode. */
    isLive: boolean().notNull().default(true),
    /** Status in the newest report, and its time: an older report changes nothing. */
    progress: integer().notNull(),
    reportedAt: at().notNull(),
    openedAt: at().notNull(),
    /** Null for one that was closed before the shop kept disputes: it is left to staff. */
    closedAt: at(),
  },
  (t) => [
    index('disputes_order_idx').on(t.orderId),
    index('disputes_opened_idx').on(t.openedAt, t.id),
    oneOf('disputes_currency_check', t.currency, CURRENCIES),
    oneOf('disputes_status_check', t.status, DISPUTE_STATUSES),
    check('disputes_amount_check', sql`${t.amountCents} > 0`),
  ],
)

/** Messages of the payment provider by their id there: each acts once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    orderId: uuid().references(() => orders.id),
    /** Outcome, in a few words. */
    outcome: text().notNull(),
    at: createdAt(),
  },
  (t) => [index('payment_events_order_idx').on(t.orderId)],
)

/** Invoices by their number: sequential, without a gap, one for an order. */
export const invoices = pgTable('invoices', {
  number: integer().primaryKey(),
  orderId: uuid()
    .notNull()
    .unique()
    .references(() => orders.id),
  issuedAt: createdAt(),
})

export const LEDGER_REASONS = [
  'sale',
  'refund',
  'payout',
  'payout_failed',
  'adjustment',
  'document_tax',
  'credit',
  'credit_refund',
] as const
export const LEDGER_ACCOUNTS = ['clearing', 'seller', 'commission', 'tax', 'adjustment', 'input_tax', 'credit'] as const

/**
 * One movement of money between accounts; its entries add up to nothing. Unique by reason and reference, so that nothing is booked twice.
 */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: id(),
    reason: text({ enum: LEDGER_REASONS }).notNull(),
    /** The order, refund or payout that it is about, with the seller where there are several. */
    reference: text().notNull(),
    orderId: uuid().references(() => orders.id),
    currency: text({ enum: CURRENCIES }).notNull(),
    note: text(),
    at: createdAt(),
  },
  (t) => [
    unique('ledger_transactions_once').on(t.reason, t.reference),
    index('ledger_transactions_order_idx').on(t.orderId),
    oneOf('ledger_transactions_reason_check', t.reason, LEDGER_REASONS),
  ],
)

/** A debit (above 0) or credit (below 0) of one account. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    /** Owner of the account; null for those of the platform. */
    businessId: uuid().references(() => businesses.id),
    currency: text({ enum: CURRENCIES }).notNull(),
    debitCents: cents().notNull(),
    at: createdAt(),
  },
  (t) => [
    index('ledger_entries_transaction_idx').on(t.transactionId),
    index('ledger_entries_seller_idx').on(t.businessId, t.currency, t.at).where(sql`${t.account} = 'seller'`),
    oneOf('ledger_entries_account_check', t.account, LEDGER_ACCOUNTS),
    check('ledger_entries_debit_check', sql`${t.debitCents} <> 0`),
    check('ledger_entries_business_check', sql`(${t.account} = 'seller') = (${t.businessId} is not null)`),
  ],
)

/** Tax calculations of paid orders that were recorded at the provider. */
export const taxTransactions = pgTable(
  'tax_transactions',
  {
    calculationId: text().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** Id at the provider; null: it refused to record the calculation. */
    transactionId: text(),
    createdAt: createdAt(),
  },
  (t) => [index('tax_transactions_order_idx').on(t.orderId)],
)
