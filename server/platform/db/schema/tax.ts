import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { TAX_CLASSES } from '#domain/product-fields.ts'
import { CERTIFICATE_KINDS, CERTIFICATE_STATUSES } from '#domain/tax-certificate.ts'
import { TAX_SCHEMES } from '#domain/tax-registration.ts'
import { VAT_CHECK_SOURCES, VAT_CHECK_STATUSES } from '#domain/vat-id.ts'
import { at, createdAt, id, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'

/*
 * Taxes by country. Days are dates; both ends of a span count. Exclusion constraints, which the migration adds, keep two rows of one place
 * from overlapping in time: `tax_rules_overlap` and `tax_registrations_overlap`.
 */

/** Rates of a country, of a state or of a range of postal codes. */
export const taxRules = pgTable(
  'tax_rules',
  {
    id: id(),
    country: text().notNull(),
    /** Code of a state; null: the whole country. */
    state: text(),
    postcodeFrom: text(),
    postcodeTo: text(),
    taxClass: text({ enum: TAX_CLASSES }).notNull().default('standard'),
    /** Ten-thousandths of a percent. */
    rate: integer().notNull(),
    shipsTaxed: boolean().notNull().default(true),
    name: text().notNull().default(''),
    validFrom: date().notNull(),
    validTo: date(),
    /** Publication that the rate is from. */
    source: text().notNull().default(''),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('tax_rules_place_idx').on(t.country, t.state, t.validFrom),
    oneOf('tax_rules_class_check', t.taxClass, TAX_CLASSES),
    check('tax_rules_rate_check', sql`${t.rate} between 0 and 1000000`),
    check('tax_rules_postcode_check', sql`num_nulls(${t.postcodeFrom}, ${t.postcodeTo}) in (0, 2)`),
    check('tax_rules_days_check', sql`${t.validTo} >= ${t.validFrom}`),
  ],
)

/** Registrations for taxes of the platform and of sellers. */
export const taxRegistrations = pgTable(
  'tax_registrations',
  {
    id: id(),
    /** Null: the platform. */
    businessId: uuid().references(() => businesses.id, { onDelete: 'cascade' }),
    country: text().notNull(),
    state: text(),
    scheme: text({ enum: TAX_SCHEMES }).notNull(),
    number: text().notNull(),
    /** Sales to consumers of other member states stay below the threshold of 10,000 EUR a year. */
    isBelowThreshold: boolean().notNull().default(false),
    /** Note of staff. */
    note: text().notNull().default(''),
    validFrom: date().notNull(),
    validTo: date(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('tax_registrations_business_idx').on(t.businessId, t.country),
    oneOf('tax_registrations_scheme_check', t.scheme, TAX_SCHEMES),
    check('tax_registrations_days_check', sql`${t.validTo} >= ${t.validFrom}`),
  ],
)

/** Certificates by which buyers are exempt from sales tax of states of the United States. */
export const taxExemptions = pgTable(
  'tax_exemptions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    country: text().notNull().default('US'),
    states: text().array().notNull(),
    kind: text({ enum: CERTIFICATE_KINDS }).notNull(),
    number: text().notNull(),
    /** Key of the stored file. */
    file: text().notNull().unique(),
    validTo: date(),
    status: text({ enum: CERTIFICATE_STATUSES }).notNull().default('waiting'),
    /** Reason of a refusal, for the buyer. */
    reason: text().notNull().default(''),
    reviewerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    reviewedAt: at(),
    /** When its buyer was reminded that it expires soon; null: not yet. */
    remindedAt: at(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('tax_exemptions_user_idx').on(t.userId, t.createdAt),
    index('tax_exemptions_status_idx').on(t.status, t.createdAt),
    oneOf('tax_exemptions_kind_check', t.kind, CERTIFICATE_KINDS),
    oneOf('tax_exemptions_status_check', t.status, CERTIFICATE_STATUSES),
    check('tax_exemptions_states_check', sql`cardinality(${t.states}) > 0`),
  ],
)

/** Newest check of each VAT id that somebody asked about. */
export const vatChecks = pgTable(
  'vat_checks',
  {
    id: id(),
    vatId: text().notNull().unique('vat_checks_vat_id_unique'),
    status: text({ enum: VAT_CHECK_STATUSES }).notNull(),
    name: text().notNull().default(''),
    address: text().notNull().default(''),
    /** Consultation number of VIES, the proof of the check. */
    consultation: text().notNull().default(''),
    checkedAt: createdAt(),
    source: text({ enum: VAT_CHECK_SOURCES }).notNull(),
    /** Note of staff who confirmed it by hand, and who that was. */
    note: text().notNull().default(''),
    confirmedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Attempts in a row that nobody answered, and the first of them. */
    attempts: integer().notNull().default(0),
    firstFailedAt: at(),
    /** When it is asked about again; null: it is not. */
    nextCheckAt: at(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('vat_checks_next_idx').on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    index('vat_checks_created_idx').on(t.createdAt),
    oneOf('vat_checks_status_check', t.status, VAT_CHECK_STATUSES),
    oneOf('vat_checks_source_check', t.source, VAT_CHECK_SOURCES),
  ],
)

/** Carts that could not be ordered because the shop has no registration for their country, by day (UTC): each buyer counts once a day. */
export const taxRefusals = pgTable(
  'tax_refusals',
  { day: date().notNull(), country: text().notNull(), buyers: integer().notNull().default(1) },
  (t) => [primaryKey({ columns: [t.day, t.country] }), check('tax_refusals_buyers_check', sql`${t.buyers} > 0`)],
)

/** Reference rates: units of a currency for one euro on a day. */
export const exchangeRates = pgTable(
  'exchange_rates',
  {
    day: date().notNull(),
    currency: text().notNull(),
    perEur: numeric({ precision: 18, scale: 6, mode: 'number' }).notNull(),
    source: text().notNull().default(''),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.day, t.currency] }), check('exchange_rates_per_eur_check', sql`${t.perEur} > 0`)],
)
