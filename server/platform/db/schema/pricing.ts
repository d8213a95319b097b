import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PROMO_TYPES } from '#domain/promotion.ts'
import { SHIPPING_CLASSES, SHIPPING_METHODS } from '#domain/shipping.ts'
import type { RateExtra } from '#domain/shipping-zones.ts'
import { at, cents, createdAt, deletedAt, id, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'
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
    /** A shipping code that waives freight as well as parcels. */
    includesFreight: boolean().notNull().default(false),
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

/** Places with the shipping rates to them, of the platform or of one seller. */
export const shippingZones = pgTable(
  'shipping_zones',
  {
    id: id(),
    /** Null: the platform's. */
    businessId: uuid().references(() => businesses.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Countries that its products are sent from; empty: any. */
    dispatchCountries: text().array().notNull().default(sql`'{}'::text[]`),
    /** Of two zones for one place the one with the lower position counts. */
    position: integer().notNull(),
    /** True for the zone whose parcel rates are those of the settings. */
    followsSettings: boolean().notNull().default(false),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [index('shipping_zones_business_idx').on(t.businessId, t.position)],
)

const zoneId = () =>
  uuid()
    .notNull()
    .references(() => shippingZones.id, { onDelete: 'cascade' })

/** Places of a zone. */
export const shippingZoneAreas = pgTable(
  'shipping_zone_areas',
  {
    id: id(),
    zoneId: zoneId(),
    position: integer().notNull(),
    /** ISO 3166, or * for every country that no other zone of the same owner names. */
    country: text().notNull(),
    state: text(),
    postcodeFrom: text(),
    postcodeTo: text(),
  },
  (t) => [index('shipping_zone_areas_zone_idx').on(t.zoneId, t.position)],
)

/** Rates of a zone, each for one weight band of a class and method. */
export const shippingRates = pgTable(
  'shipping_rates',
  {
    id: id(),
    zoneId: zoneId(),
    position: integer().notNull(),
    class: text({ enum: SHIPPING_CLASSES }).notNull(),
    method: text({ enum: SHIPPING_METHODS }).notNull(),
    minGrams: integer().notNull(),
    /** Null: no end. */
    maxGrams: integer(),
    /** Both or none; none: by quote. */
    priceUsdCents: cents(),
    priceEurCents: cents(),
    perKgUsdCents: cents().notNull().default(0),
    perKgEurCents: cents().notNull().default(0),
    freeFromUsdCents: cents(),
    freeFromEurCents: cents(),
    /** Cubic centimeters that count as a kilogram. */
    volumeDivisor: integer(),
    maxUnitGrams: integer(),
    maxLongestMm: integer(),
    maxGirthMm: integer(),
    minDays: integer().notNull(),
    maxDays: integer().notNull(),
    carrier: text(),
    extras: jsonb().$type<RateExtra[]>().notNull().default([]),
  },
  (t) => [
    index('shipping_rates_zone_idx').on(t.zoneId, t.position),
    oneOf('shipping_rates_class_check', t.class, SHIPPING_CLASSES),
    oneOf('shipping_rates_method_check', t.method, SHIPPING_METHODS),
    check('shipping_rates_band_check', sql`${t.minGrams} >= 0 and (${t.maxGrams} is null or ${t.maxGrams} > ${t.minGrams})`),
    check('shipping_rates_days_check', sql`${t.minDays} between 0 and ${t.maxDays}`),
    check(
      'shipping_rates_price_check',
      sql`num_nulls(${t.priceUsdCents}, ${t.priceEurCents}) in (0, 2) and num_nulls(${t.freeFromUsdCents}, ${t.freeFromEurCents}) in (0, 2)
        and least(${t.priceUsdCents}, ${t.priceEurCents}, ${t.perKgUsdCents}, ${t.perKgEurCents}, ${t.freeFromUsdCents}, ${t.freeFromEurCents}) >= 0`,
    ),
  ],
)
