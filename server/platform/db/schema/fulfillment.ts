import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { RETURN_REASONS, RETURN_STATUSES } from '#domain/return-request.ts'
import { cents, createdAt, id, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'
import { orderLines, orders } from './orders.ts'
import { refunds } from './payments.ts'

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
    reason: text({ enum: RETURN_REASONS }).notNull(),
    note: text().notNull().default(''),
    /** Addresses of pictures of this shop. */
    photos: jsonb().$type<string[]>().notNull().default([]),
    /** Answer of the seller. */
    answer: text(),
    refundId: uuid().references(() => refunds.id),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('returns_order_idx').on(t.orderId),
    index('returns_business_idx').on(t.businessId, t.status, t.createdAt),
    index('returns_user_idx').on(t.userId, t.createdAt),
    index('returns_created_idx').on(t.createdAt),
    oneOf('returns_status_check', t.status, RETURN_STATUSES),
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
