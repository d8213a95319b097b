import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { APPROVAL_STATUSES } from '#domain/business.ts'
import { createdAt, id, version } from './columns.ts'
import { businesses, users } from './identity.ts'

/** Each decision on a business's application. */
export const businessReviews = pgTable(
  'business_reviews',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id),
    reviewerId: uuid().references(() => users.id),
    from: text({ enum: APPROVAL_STATUSES }).notNull(),
    to: text({ enum: APPROVAL_STATUSES }).notNull(),
    reason: text().notNull().default(''),
    at: createdAt(),
  },
  (t) => [index('business_reviews_business_idx').on(t.businessId, t.at)],
)

/** Commission rates: the first that fits, in the order of `position`, counts. Nulls fit everything. */
export const commissionRates = pgTable(
  'commission_rates',
  {
    id: id(),
    position: integer().notNull(),
    businessId: uuid().references(() => businesses.id),
    category: text(),
    /** Hundredths of a percent of the price after discounts. */
    basisPoints: integer().notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('commission_rates_position_idx').on(t.position),
    check('commission_rates_basis_points_check', sql`${t.basisPoints} between 0 and 10000`),
  ],
)
