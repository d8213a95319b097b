import { isNotNull, sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { LINE_KINDS } from '#domain/agreed-terms.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { LEGAL_AREAS } from '#domain/market.ts'
import { CURRENCIES } from '#domain/money.ts'
import { ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from '#domain/order.ts'
import type { StoredMilestone } from '#domain/payment-plan.ts'
import { CONTENT_UNITS, TAX_CLASSES } from '#domain/product-fields.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import { SELLERS_OF_RECORD, TAX_MODES, TAX_REASONS } from '#domain/tax-decision.ts'
import { products } from './catalog.ts'
import { at, byName, cents, changeNumber, codeOf, createdAt, id, oneOf, plainText, trigrams, version } from './columns.ts'
import { businesses, users } from './identity.ts'
import { deliveryIndexes, waitingSince } from './order-columns.ts'

export const orders = pgTable(
  'orders',
  {
    id: id(),
    number: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    userName: text().notNull(),
    userEmail: text().notNull(),
    /** The fields of the checkout form (`filledFields`); `country` is ISO 3166, two letters. */
    customer: jsonb().$type<Record<string, string>>().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    subtotalCents: cents().notNull(),
    discountCents: cents().notNull(),
    shippingCents: cents().notNull(),
    taxCents: cents().notNull(),
    totalCents: cents().notNull(),
    /** The same order at USD prices. */
    totalUsdCents: cents().notNull(),
    /** Says if tax is added to the other amounts or included in them. */
    taxMode: text({ enum: TAX_MODES }).notNull().default('added'),
    /** Kind of the buyer; null on orders older than it: a business where a company was given (`buyerKindOf`). */
    buyerKind: text({ enum: BUYER_KINDS }),
    /** Law of consumers of its market; null on orders older than it: the usual one of its country (`lawOf`). */
    consumerLaw: text({ enum: LEGAL_AREAS }),
    /** The seller of the contract: the platform, or each business of its own seller order. */
    sellerOfRecord: text({ enum: SELLERS_OF_RECORD }).notNull().default('platform'),
    /** Country whose tax it is (ISO 3166, two letters); null on orders older than it, where it is the customer's. */
    taxCountry: text(),
    /** VAT id that nobody had confirmed at the order: its tax follows from the answer that is awaited; null: nothing is. */
    vatWaits: text(),
    promoCode: text(),
    shippingMethod: text({ enum: SHIPPING_METHODS }).notNull(),
    /** Prices, decisions, charges and promotion as they were: the total can be replayed from them to the cent (`replayTotals`). */
    pricing: jsonb().$type<unknown>().notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    paymentMethod: text({ enum: PAYMENT_METHODS }).notNull(),
    paymentStatus: text({ enum: PAYMENT_STATUSES }).notNull().default('unpaid'),
    /** Days after which it is due by the terms of its buyer; null: the usual ones. */
    termDays: integer(),
    /** Milestones of a payment in parts; null: it is paid at once. */
    paymentPlan: jsonb().$type<StoredMilestone[]>(),
    /** Amount paid for it, and the part of it that was refunded or is being refunded. */
    paidCents: cents().notNull().default(0),
    refundedCents: cents().notNull().default(0),
    /** The one payment intent of a card order; null before the provider has answered, and for Pay Later. */
    paymentIntentId: text().unique(),
    /** End of the stock reservation of a card order; null once it is settled, and for Pay Later. */
    holdUntil: at(),
    /** Counts what was asked of the provider for this order: part of the provider's idempotency key. */
    paymentAttempt: integer().notNull().default(0),
    /**
     * First request for the intent of this attempt: a repetition with its key must ask for the same amount. Null: nothing was asked yet.
     */
    paymentRequest: jsonb().$type<{ amountCents: number; currency: 'USD' | 'EUR' }>(),
    /** Reason for which a person has to look at its payment; null when all is well. */
    paymentProblem: text(),
    estimatedDelivery: date().notNull(),
    /** Text that a search of staff reads: number, names and emails, normalized to lower-case ASCII. */
    searchText: text().notNull().default(''),
    /** Reason for which it differs from the list, as staff or a seller gave it; null: it does not. */
    agreedReason: text(),
    /** Words of staff to find and group orders; sellers and buyers never see them. */
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
    /** Of its last change, and of those of its parts, lines, parcels and disputes. */
    changeNumber: changeNumber(),
  },
  (t) => [
    index('orders_change_idx').on(t.changeNumber, t.id).where(isNotNull(t.changeNumber)),
    index('orders_user_idx').on(t.userId, t.createdAt),
    index('orders_created_idx').on(t.createdAt),
    index('orders_status_idx').on(t.status, t.createdAt),
    index('orders_payment_idx').on(t.paymentStatus, t.createdAt, t.id),
    index('orders_method_idx').on(t.paymentMethod, t.createdAt, t.id),
    index('orders_hold_idx').on(t.holdUntil).where(sql`${t.holdUntil} is not null`),
    index('orders_open_idx').on(t.userId).where(sql`${t.holdUntil} is not null`),
    check('orders_refund_check', sql`${t.refundedCents} between 0 and ${t.paidCents}`),
    index('orders_total_idx').on(t.totalUsdCents),
    index('orders_customer_idx').on(byName(t.userName), t.id, t.userName),
    index('orders_search_idx').using('gin', t.searchText.op('gin_trgm_ops')),
    ...deliveryIndexes(t),
    index('orders_country_idx').on(sql`(${t.customer} ->> 'country')`, t.createdAt),
    index('orders_shipping_idx').on(t.shippingMethod, t.createdAt),
    index('orders_due_idx').on(t.estimatedDelivery),
    index('orders_tagged_idx').on(t.createdAt).where(sql`${t.tags} <> '{}'`),
    oneOf('orders_currency_check', t.currency, CURRENCIES),
    oneOf('orders_status_check', t.status, ORDER_STATUSES),
    oneOf('orders_shipping_check', t.shippingMethod, SHIPPING_METHODS),
    oneOf('orders_payment_method_check', t.paymentMethod, PAYMENT_METHODS),
    oneOf('orders_payment_status_check', t.paymentStatus, PAYMENT_STATUSES),
    oneOf('orders_tax_mode_check', t.taxMode, TAX_MODES),
    oneOf('orders_buyer_kind_check', t.buyerKind, BUYER_KINDS),
    oneOf('orders_seller_of_record_check', t.sellerOfRecord, SELLERS_OF_RECORD),
    check(
      'orders_amounts_check',
      sql`${t.totalCents} = ${t.subtotalCents} - ${t.discountCents} + ${t.shippingCents} + case when ${t.taxMode} = 'added' then ${t.taxCents} else 0 end and ${t.taxCents} <= ${t.totalCents}`,
    ),
    check(
      'orders_signs_check',
      sql`${t.totalCents} >= 0 and ${t.discountCents} between 0 and ${t.subtotalCents} and ${t.shippingCents} >= 0 and ${t.taxCents} >= 0 and ${t.totalUsdCents} >= 0`,
    ),
    index('orders_vat_idx').on(t.vatWaits).where(sql`${t.vatWaits} is not null`),
  ],
)

/** One business's part of an order: it is shipped, tracked and refunded on its own. */
export const sellerOrders = pgTable(
  'seller_orders',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id),
    businessName: text().notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    carrier: text(),
    trackingNumber: text(),
    /** Day by which this part should arrive; null on orders older than it, which have one day for all. */
    estimatedDelivery: date(),
    /** True if a product of it travels as freight: its carrier calls the buyer. */
    hasFreight: boolean().notNull().default(false),
    subtotalCents: cents().notNull(),
    discountCents: cents().notNull(),
    shippingCents: cents().notNull(),
    taxCents: cents().notNull(),
    totalCents: cents().notNull(),
    /** Commission on the items, frozen at the sale; the sum over its lines. */
    commissionCents: cents().notNull().default(0),
    /** Part of its total that was refunded to the buyer or is being refunded. */
    refundedCents: cents().notNull().default(0),
    shippedAt: at(),
    deliveredAt: at(),
    /** When its order was placed, and whether its seller may see it: copies, so that a seller's list reads one table. */
    placedAt: at().notNull(),
    isShown: boolean().notNull(),
    updatedAt: createdAt(),
  },
  (t) => [
    check('seller_orders_refund_check', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
    primaryKey({ columns: [t.orderId, t.businessId] }),
    index('seller_orders_status_idx').on(t.businessId, t.isShown, t.status, t.placedAt, t.orderId),
    index('seller_orders_newest_idx').on(t.businessId, t.placedAt, t.orderId).where(sql`${t.isShown}`),
    index('seller_orders_to_ship_idx')
      .on(t.businessId, waitingSince(t), t.placedAt.desc().nullsFirst(), t.orderId.desc().nullsFirst())
      .where(sql`${t.isShown}`),
    index('seller_orders_cancelled_idx').on(t.orderId, t.businessId, t.totalCents).where(sql`${t.status} = 'cancelled'`),
    index('seller_orders_tracking_idx')
      .using('gin', trigrams(codeOf(t.trackingNumber)))
      .where(isNotNull(t.trackingNumber)),
    index('seller_orders_delivered_idx').on(t.businessId, t.updatedAt).where(sql`${t.status} = 'delivered'`),
    oneOf('seller_orders_status_check', t.status, ORDER_STATUSES),
  ],
)

/**
 * Deliveries of each seller by the shop's day of their last change, and those of them by the promised day. Triggers on the seller orders
 * count them, and one on the settings counts them anew when the shop's time zone changes.
 */
export const deliveryDays = pgTable(
  'delivery_days',
  {
    businessId: uuid()
      .notNull()
      .references(() => businesses.id),
    day: date().notNull(),
    deliveries: integer().notNull(),
    onTime: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.businessId, t.day] })],
)

/** Name, SKU, price and seller are copies: later edits of the product never change an order. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: id(),
    orderId: uuid().notNull(),
    /** Null on a free line, which has its text as its name, and neither slug nor image. */
    productId: uuid(),
    kind: text({ enum: LINE_KINDS }).notNull().default('product'),
    /** Tax class of a free line; null where it is that of the product. */
    taxClass: text({ enum: TAX_CLASSES }),
    /** False for what took no stock: free lines, and products that are made for the order. */
    takesStock: boolean().notNull().default(true),
    businessId: uuid().notNull(),
    position: integer().notNull(),
    slug: text().notNull(),
    name: text().notNull(),
    sku: text(), // null where it had none
    image: text().notNull(),
    quantity: integer().notNull(),
    /** Units of it in parcels, and units that were withdrawn or canceled before they were shipped; triggers count both. */
    shipped: integer().notNull().default(0),
    withdrawn: integer().notNull().default(0),
    unitPriceCents: cents().notNull(),
    lineTotalCents: cents().notNull(),
    /**
     * The rate of commission in force at the sale, in hundredths of a percent, and what it came to; null on orders older than commissions.
     */
    commissionBasisPoints: integer(),
    commissionCents: cents().notNull().default(0),
    /**
     * Shares of the line in the amounts of its order; null on lines older than them, which share those of their seller order (`lineCosts`).
     */
    discountCents: cents(),
    shippingCents: cents(),
    /** Tax on its products and on its shipping, and the part of it that is on shipping. */
    taxCents: cents(),
    shippingTaxCents: cents(),
    /**
     * Rate of its tax in ten-thousandths of a percent, the reason for it, and the business that owes it; null: the platform, and on older
     * lines.
     */
    taxRate: integer(),
    taxReason: text({ enum: TAX_REASONS }),
    collector: uuid(),
    /**
     * Tax on its products that was returned, with that on its shipping, when the buyer's VAT id was confirmed after the order; null: none
     * was.
     */
    taxReturnedCents: cents(),
    /** First and last day of the promised arrival; null where no days were promised for the line. */
    promisedFrom: date(),
    promisedTo: date(),
    /** Content of a sale unit when it was ordered, for the unit price; null where nobody said it, and on older orders. */
    contentAmount: numeric({ precision: 12, scale: 3, mode: 'number' }),
    contentUnit: text({ enum: CONTENT_UNITS }),
    /** Made to the buyer's order, as the product said at the time. */
    isCustom: boolean().notNull().default(false),
    /** Sentences on mains that do not suit it, where it goes to; null: they suit it, or one of them was not known. */
    supplyNotice: text(),
    /** The buyer said that they have a suitable supply. */
    hasSupply: boolean().notNull().default(false),
  },
  (t) => [
    unique('order_lines_once').on(t.orderId, t.productId),
    foreignKey({
      name: 'order_lines_part_fk',
      columns: [t.orderId, t.businessId],
      foreignColumns: [sellerOrders.orderId, sellerOrders.businessId],
    }),
    foreignKey({
      name: 'order_lines_product_fk',
      columns: [t.productId, t.businessId],
      foreignColumns: [products.id, products.businessId],
    }),
    index('order_lines_product_idx').on(t.productId),
    index('order_lines_sku_idx')
      .using('gin', trigrams(codeOf(t.sku)))
      .where(isNotNull(t.sku)),
    index('order_lines_name_idx').using('gin', trigrams(plainText(t.name))),
    oneOf('order_lines_kind_check', t.kind, LINE_KINDS),
    oneOf('order_lines_tax_class_check', t.taxClass, TAX_CLASSES),
    check(
      'order_lines_free_check',
      sql`(${t.kind} = 'product') = (${t.productId} is not null) and (${t.kind} = 'product') = (${t.taxClass} is null) and (${t.kind} = 'product' or not ${t.takesStock})`,
    ),
    check('order_lines_content_check', sql`num_nulls(${t.contentAmount}, ${t.contentUnit}) in (0, 2)`),
    oneOf('order_lines_tax_reason_check', t.taxReason, TAX_REASONS),
    check(
      'order_lines_shares_check',
      sql`num_nulls(${t.discountCents}, ${t.shippingCents}, ${t.taxCents}, ${t.shippingTaxCents}, ${t.taxRate}, ${t.taxReason}) in (0, 6) and ${t.discountCents} between 0 and ${t.lineTotalCents} and ${t.shippingCents} >= 0 and ${t.shippingTaxCents} between 0 and ${t.taxCents} and ${t.taxRate} >= 0`,
    ),
    check(
      'order_lines_promise_check',
      sql`num_nulls(${t.promisedFrom}, ${t.promisedTo}) in (0, 2) and ${t.promisedFrom} <= ${t.promisedTo}`,
    ),
    check('order_lines_quantity_check', sql`${t.quantity} between 1 and 100000`),
    check('order_lines_units_check', sql`${t.shipped} >= 0 and ${t.withdrawn} >= 0 and ${t.shipped} + ${t.withdrawn} <= ${t.quantity}`),
    check('order_lines_total_check', sql`${t.lineTotalCents} = ${t.unitPriceCents} * ${t.quantity} and ${t.unitPriceCents} >= 0`),
  ],
)

/**
 * Parcels of a seller order, numbered from 1. A trigger on the seller orders ships and delivers what a server of the version before moves
 * whole, and refuses to cancel one with a parcel.
 */
export const shipments = pgTable(
  'shipments',
  {
    id: id(),
    orderId: uuid().notNull(),
    businessId: uuid().notNull(),
    number: integer().notNull(),
    carrier: text(),
    trackingNumber: text(),
    shippedAt: at().notNull(),
    deliveredAt: at(),
  },
  (t) => [
    unique('shipments_number_once').on(t.orderId, t.businessId, t.number),
    foreignKey({
      name: 'shipments_part_fk',
      columns: [t.orderId, t.businessId],
      foreignColumns: [sellerOrders.orderId, sellerOrders.businessId],
    }),
    index('shipments_tracking_idx')
      .using('gin', trigrams(codeOf(t.trackingNumber)))
      .where(isNotNull(t.trackingNumber)),
    check('shipments_number_check', sql`${t.number} >= 1`),
  ],
)

/** Units of the lines in a parcel; a trigger adds them up in `order_lines.shipped`. */
export const shipmentLines = pgTable(
  'shipment_lines',
  {
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    lineId: uuid()
      .notNull()
      .references(() => orderLines.id),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shipmentId, t.lineId] }),
    index('shipment_lines_line_idx').on(t.lineId),
    check('shipment_lines_quantity_check', sql`${t.quantity} >= 1`),
  ],
)

/** The history of an order: every move, by whom. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    businessId: uuid().references(() => businesses.id),
    at: createdAt(),
    from: text({ enum: ORDER_STATUSES }),
    to: text({ enum: ORDER_STATUSES }).notNull(),
    actorId: uuid().references(() => users.id),
    actorName: text().notNull(),
    note: text(),
  },
  (t) => [index('order_events_order_idx').on(t.orderId)],
)

/** Notes of staff for each other about an order or a customer; sellers and buyers never see them in the shop. */
export const staffNotes = pgTable(
  'staff_notes',
  {
    id: id(),
    orderId: uuid().references(() => orders.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('staff_notes_order_idx').on(t.orderId, t.createdAt).where(sql`${t.orderId} is not null`),
    index('staff_notes_user_idx').on(t.userId, t.createdAt).where(sql`${t.userId} is not null`),
    check('staff_notes_subject_check', sql`num_nonnulls(${t.orderId}, ${t.userId}) = 1`),
  ],
)
