import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { CURRENCIES } from '#domain/money.ts'
import { createdAt } from './columns.ts'

/** Calculations that somebody kept: inputs, machine and result as they were, so that the link shows the same after any change of price. */
export const impactResults = pgTable(
  'impact_results',
  {
    key: text().primaryKey(),
    /** The formulas' version, such as `spec-1`. */
    model: text().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    inputs: jsonb().$type<unknown>().notNull(),
    machine: jsonb().$type<unknown>().notNull(),
    result: jsonb().$type<unknown>().notNull(),
    /** Made by nobody who was signed in: it goes after 30 days, unless a message names it. */
    isAnonymous: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index('impact_results_anonymous_idx').on(t.createdAt).where(sql`${t.isAnonymous}`)],
)
