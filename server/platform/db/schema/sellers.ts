import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { APPROVAL_STATUSES } from '#domain/business.ts'
import { STREAMS } from '#domain/producer-streams.ts'
import { MEMBER_KINDS } from '#domain/team.ts'
import { at, createdAt, id, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'

/** People who act for a business. */
export const businessMembers = pgTable(
  'business_members',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    kind: text({ enum: MEMBER_KINDS }).notNull(),
    since: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.businessId] }),
    index('business_members_business_idx').on(t.businessId),
    oneOf('business_members_kind_check', t.kind, MEMBER_KINDS),
  ],
)

/** Invitations to a business that nobody has accepted yet. Only the SHA-256 of the token is kept. */
export const businessInvitations = pgTable(
  'business_invitations',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    kind: text({ enum: MEMBER_KINDS }).notNull(),
    tokenHash: text().notNull().unique(),
    invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
  },
  (t) => [unique('business_invitations_once').on(t.businessId, t.email), oneOf('business_invitations_kind_check', t.kind, MEMBER_KINDS)],
)

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

/** Numbers of sellers in registers of producers. Days are dates; both ends of a span count. */
export const producerRegistrations = pgTable(
  'producer_registrations',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    country: text().notNull(),
    stream: text({ enum: STREAMS }).notNull(),
    number: text().notNull(),
    /** System or organization that the seller takes part in. */
    scheme: text().notNull().default(''),
    validFrom: date().notNull(),
    validTo: date(),
    /** Name and moment of the statement that all of the seller's products there are covered. */
    certifiedBy: text().notNull(),
    certifiedAt: at().notNull(),
    isConfirmed: boolean().notNull().default(false),
    /** Latest check of staff: how they looked, the day, and their name; null before. */
    checkedHow: text(),
    checkedOn: date(),
    checkedBy: text(),
    /** Last day of the number as staff saw it: after it, a later last day counts once they have looked again. Null: it had none. */
    checkedTo: date(),
    /** When its seller was emailed that it ends soon; null: not yet. */
    remindedAt: at(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    unique('producer_registrations_key').on(t.businessId, t.country, t.stream),
    index('producer_registrations_country_idx').on(t.country),
    oneOf('producer_registrations_stream_check', t.stream, STREAMS),
    check('producer_registrations_days_check', sql`${t.validTo} >= ${t.validFrom}`),
  ],
)
