import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PROMO_TYPES } from '#domain/promotion.ts'
import { at, cents, createdAt, deletedAt, id, oneOf, version } from './columns.ts'
import { users } from './identity.ts'
import { orders } from './orders.ts'

export const promotions = pgTable(
  'promotions',
  {
    id: id(),
    code: text().notNull(),
    type: text({ enum: PROMO_TYPES }).notNull(),
    /** Percent of a percentage code, hundredths allowed; null for the others. */
    percentHundredths: integer(),
    valueUsdCents: cents(),
    valueEurCents: cents(),
    minimumUsdCents: cents(),
    minimumEurCents: cents(),
    description: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    hinted: boolean().notNull().default(false),
    startsAt: at(),
    endsAt: at(),
    usageLimit: integer(),
    perCustomerLimit: integer(),
    timesUsed: integer().notNull().default(0),
    createdAt: createdAt(),
    deletedAt: deletedAt(),
    /** The user who deleted it; null while it is there. */
    deletedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: version(),
  },
  (t) => [
    uniqueIndex('promotions_code_key').on(sql`upper(${t.code})`).where(sql`${t.deletedAt} is null`),
    oneOf('promotions_type_check', t.type, PROMO_TYPES),
    check('promotions_percent_check', sql`${t.percentHundredths} between 0 and 10000`),
    check('promotions_usage_check', sql`${t.timesUsed} >= 0 and (${t.usageLimit} is null or ${t.timesUsed} <= ${t.usageLimit})`),
    check(
      'promotions_value_check',
      sql`case ${t.type} when 'percentage' then ${t.percentHundredths} is not null when 'fixed' then ${t.valueUsdCents} > 0 and ${t.valueEurCents} > 0 else true end`,
    ),
  ],
)

export const promotionUses = pgTable(
  'promotion_uses',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    promotionId: uuid()
      .notNull()
      .references(() => promotions.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    at: createdAt(),
  },
  (t) => [index('promotion_uses_customer_idx').on(t.promotionId, t.userId)],
)
