import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { CURRENCIES } from '#domain/money.ts'
import { type PayoutDestination } from '#domain/payout-hold.ts'
import { at, cents, createdAt, id, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'

const PAYOUT_STATUSES = ['draft', 'sent', 'paid', 'failed'] as const
const PAYOUT_METHODS = ['manual', 'stripe'] as const

/** Payouts to sellers from their balances. */
export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    number: text().notNull().unique(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id),
    currency: text({ enum: CURRENCIES }).notNull(),
    amountCents: cents().notNull(),
    status: text({ enum: PAYOUT_STATUSES }).notNull().default('draft'),
    method: text({ enum: PAYOUT_METHODS }).notNull().default('manual'),
    /** The bank's or the provider's. */
    reference: text(),
    problem: text(),
    actorId: uuid().references(() => users.id),
    createdAt: createdAt(),
    settledAt: at(),
    version: version(),
    /** The account that it was prepared with; null in payouts prepared before this was kept. */
    accountSnapshot: jsonb().$type<PayoutDestination>(),
  },
  (t) => [
    index('payouts_business_idx').on(t.businessId, t.createdAt),
    index('payouts_created_idx').on(t.createdAt),
    oneOf('payouts_status_check', t.status, PAYOUT_STATUSES),
    oneOf('payouts_method_check', t.method, PAYOUT_METHODS),
    check('payouts_amount_check', sql`${t.amountCents} > 0`),
  ],
)

/** Payout destination of a seller: a bank account for the manual file, or an account at the provider. */
export const payoutAccounts = pgTable('payout_accounts', {
  businessId: uuid()
    .primaryKey()
    .references(() => businesses.id),
  holder: text().notNull().default(''),
  iban: text(),
  accountNumber: text(),
  routingNumber: text(),
  stripeAccountId: text().unique(),
  /** True if the provider said last that money can be sent there. */
  stripeReady: boolean().notNull().default(false),
  updatedAt: createdAt(),
  version: version(),
})
