import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { CURRENCIES } from '#domain/money.ts'
import { RETURN_CAUSES, RETURN_STATUSES, RETURN_WISHES } from '#domain/return-request.ts'
import { WITHDRAWAL_STATUSES } from '#domain/withdrawal-status.ts'
import { at, cents, createdAt, id, notNegative, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'
import { orderLines, orders } from './orders.ts'
import { refunds } from './payments.ts'

/** Statements by which consumers withdraw from a contract; one without `receivedAt` was not confirmed and counts as nothing. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    /** Given when it is confirmed. */
    number: text().unique(),
    /** The order that its number and email name; null where staff have to find it. */
    orderId: uuid().references(() => orders.id),
    orderNumber: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    /** The signed-in user who wrote it. */
    userId: uuid().references(() => users.id),
    /** Units of the order, as its buyer ticked them; null: all of it, or what `items` says. */
    lines: jsonb().$type<{ productId: string; quantity: number }[]>(),
    /** Products as somebody typed them; empty: all. */
    items: text().notNull().default(''),
    statement: text().notNull(),
    /** Of the token that confirms it; null afterwards. */
    tokenHash: text(),
    receivedAt: at(),
    status: text({ enum: WITHDRAWAL_STATUSES }).notNull().default('received'),
    /** Message of staff to the consumer. */
    answer: text().notNull().default(''),
    decidedAt: at(),
    decidedBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('withdrawals_received_idx').on(t.receivedAt, t.id).where(sql`${t.receivedAt} is not null`),
    index('withdrawals_order_idx').on(t.orderId),
    index('withdrawals_unconfirmed_idx').on(t.createdAt).where(sql`${t.receivedAt} is null`),
    oneOf('withdrawals_status_check', t.status, WITHDRAWAL_STATUSES),
    check('withdrawals_number_check', sql`num_nulls(${t.number}, ${t.receivedAt}) in (0, 2)`),
  ],
)

/** Products that a buyer sends back to one seller. */
export const returns = pgTable(
  'returns',
  {
    id: id(),
    number: text().notNull().unique(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    status: text({ enum: RETURN_STATUSES }).notNull().default('requested'),
    reason: text({ enum: RETURN_CAUSES }).notNull(),
    wish: text({ enum: RETURN_WISHES }).notNull().default('refund'),
    note: text().notNull().default(''),
    /** Addresses of pictures of this shop. */
    photos: jsonb().$type<string[]>().notNull().default([]),
    /** Answer of the seller. */
    answer: text(),
    refundId: uuid().references(() => refunds.id),
    /** The withdrawal that it follows from; null for a voluntary return. */
    withdrawalId: uuid().references(() => withdrawals.id),
    /** Value that withdrawn products have lost, and why, as staff say. */
    deductionCents: cents().notNull().default(0),
    deductionReason: text().notNull().default(''),
    /** Shipping that was refunded with it. */
    shippingCents: cents().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('returns_order_idx').on(t.orderId),
    index('returns_business_idx').on(t.businessId, t.status, t.createdAt),
    index('returns_user_idx').on(t.userId, t.createdAt),
    index('returns_created_idx').on(t.createdAt),
    index('returns_withdrawal_idx').on(t.withdrawalId).where(sql`${t.withdrawalId} is not null`),
    oneOf('returns_status_check', t.status, RETURN_STATUSES),
    oneOf('returns_wish_check', t.wish, RETURN_WISHES),
    notNegative('returns_deduction_check', t.deductionCents),
  ],
)

/** Units of an order line that a return is about, and their cost to the buyer, tax included. */
export const returnLines = pgTable(
  'return_lines',
  {
    returnId: uuid()
      .notNull()
      .references(() => returns.id, { onDelete: 'cascade' }),
    lineId: uuid()
      .notNull()
      .references(() => orderLines.id),
    quantity: integer().notNull(),
    amountCents: cents().notNull(),
    /** True if the units go back into stock once they have come. */
    isRestocked: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.lineId] }),
    index('return_lines_line_idx').on(t.lineId),
    check('return_lines_quantity_check', sql`${t.quantity} > 0`),
    check('return_lines_amount_check', sql`${t.amountCents} >= 0`),
  ],
)

/** Orders that were sent in exchange for what came back: one for a return. */
export const exchanges = pgTable('exchanges', {
  returnId: uuid()
    .primaryKey()
    .references(() => returns.id, { onDelete: 'cascade' }),
  orderId: uuid()
    .notNull()
    .unique()
    .references(() => orders.id),
  at: createdAt(),
})

/** Bank statements that staff uploaded, by their content: the same file is stored once. */
export const bankFiles = pgTable('bank_files', {
  id: id(),
  sha256: text().notNull().unique(),
  name: text().notNull(),
  actorId: uuid().references(() => users.id),
  createdAt: createdAt(),
})

/** States of a transfer: it waits for staff, was recorded as the payment of orders, or is none of the shop's orders. */
export const TRANSFER_STATES = ['waiting', 'recorded', 'dismissed'] as const

/** Money that came in by bank, as a statement has it; `key` is the same in every statement, so that it is stored once. */
export const bankTransfers = pgTable(
  'bank_transfers',
  {
    id: id(),
    fileId: uuid()
      .notNull()
      .references(() => bankFiles.id),
    key: text().notNull().unique(),
    bookedOn: date().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    amountCents: cents().notNull(),
    name: text().notNull(),
    text: text().notNull(),
    state: text({ enum: TRANSFER_STATES }).notNull().default('waiting'),
    actorId: uuid().references(() => users.id),
    decidedAt: at(),
  },
  (t) => [
    index('bank_transfers_file_idx').on(t.fileId),
    check('bank_transfers_amount_check', sql`${t.amountCents} > 0`),
    oneOf('bank_transfers_currency_check', t.currency, CURRENCIES),
    oneOf('bank_transfers_state_check', t.state, TRANSFER_STATES),
  ],
)

/** Changes of an order's lines by staff: why, and what it cost before and after. */
export const orderChanges = pgTable(
  'order_changes',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    at: createdAt(),
    actorId: uuid().references(() => users.id),
    /** Shown to the buyer. */
    reason: text().notNull(),
    /** Words on each line that changed. */
    lines: jsonb().$type<string[]>().notNull(),
    totalBeforeCents: cents().notNull(),
    totalAfterCents: cents().notNull(),
    /** Part of what was paid that was refunded for it. */
    excessCents: cents().notNull(),
  },
  (t) => [index('order_changes_order_idx').on(t.orderId)],
)
