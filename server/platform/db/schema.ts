import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { BLOG_STATUSES } from '#domain/blog-post.ts'
import { APPROVAL_STATUSES, BUSINESS_STATUSES, BUSINESS_TYPES } from '#domain/business.ts'
import { DISPUTE_STATUSES } from '#domain/dispute.ts'
import { CURRENCIES } from '#domain/money.ts'
import { ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from '#domain/order.ts'
import { PAYOUT_HOLD_REASONS, type PayoutDestination } from '#domain/payout-hold.ts'
import { PRODUCT_STATUSES, PRODUCT_TYPES } from '#domain/product.ts'
import { PROMO_TYPES } from '#domain/promotion.ts'
import { REFUND_STATUSES } from '#domain/refund-amount.ts'
import { RETURN_REASONS, RETURN_STATUSES } from '#domain/return-request.ts'
import { SHIPPING_CLASSES, SHIPPING_METHODS } from '#domain/shipping.ts'
import { ROLES, USER_STATUSES } from '#domain/user.ts'
import { folded, joined } from '#server/platform/text/normalized-columns.ts'

/* Money: integers of minor units, named `...Cents`. Instants: `...At`, with time zone. Checks and keys are the last line of defence, not the first. */

const id = () => uuid().primaryKey().defaultRandom()
const at = () => timestamp({ withTimezone: true, mode: 'date' })
const createdAt = () => at().notNull().defaultNow()
const cents = () => bigint({ mode: 'number' })
const version = () => integer().notNull().default(1)
/** When it was deleted; null while it is there. What is deleted can be brought back for 90 days, then a job removes it (D307). */
const deletedAt = () => at()
/** `column in ('a', 'b')`: enumerations live in `domain/`, the database repeats them. */
const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
const notNegative = (name: string, column: AnyPgColumn) => check(name, sql`${column} >= 0`)
const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`
/** The order of names, the same whatever the database's locale. */
const byName = (column: AnyPgColumn): SQL => sql`(lower(${column}) collate "C")`

/** Since when a part of an order waits to be shipped; null when it does not. An index stands on these very words. */
export const waitingSince = (part: { status: AnyPgColumn; placedAt: AnyPgColumn }): SQL =>
  sql`(case when ${part.status} in ('pending', 'processing') then ${part.placedAt} end)`

// People

export const users = pgTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    /** PHC string of argon2id; null until an invitation is accepted. */
    passwordHash: text(),
    mustChangePassword: boolean().notNull().default(false),
    role: text({ enum: ROLES }).notNull(),
    status: text({ enum: USER_STATUSES }).notNull().default('Active'),
    businessId: uuid().references(() => businesses.id),
    emailVerifiedAt: at(),
    /** A new address that staff entered and its owner has not confirmed: shown to staff, while `email` counts for sign-in and emails. */
    pendingEmail: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: deletedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(lower(t.email)),
    index('users_business_idx').on(t.businessId),
    index('users_staff_idx').on(t.role).where(sql`${t.role} <> 'customer'`),
    index('users_created_idx').on(t.createdAt),
    index('users_name_idx').on(byName(t.name)),
    index('users_search_idx').using('gin', sql`${folded(joined(t.name, t.email))} gin_trgm_ops`),
    index('users_pending_search_idx')
      .using('gin', sql`${folded(t.pendingEmail)} gin_trgm_ops`)
      .where(sql`${t.pendingEmail} is not null`),
    oneOf('users_role_check', t.role, ROLES),
    oneOf('users_status_check', t.status, USER_STATUSES),
  ],
)

/** Signed-in devices. Only the SHA-256 of the token is kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text().notNull().default(''),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    idleExpiresAt: at().notNull(),
    expiresAt: at().notNull(),
    /** When the password was last entered in it: at sign-in, or to confirm who it is. */
    stepUpAt: at(),
  },
  (t) => [index('sessions_user_idx').on(t.userId), index('sessions_expires_idx').on(t.expiresAt)],
)

const TOKEN_PURPOSES = ['reset', 'verify', 'invite', 'bootstrap', 'undo_email'] as const

/** One-use links in mails: reset, verification, invitation, undoing a change of address. Only the SHA-256 is kept. */
export const userTokens = pgTable(
  'user_tokens',
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: TOKEN_PURPOSES }).notNull(),
    /** The address that the link sets, where it sets one: a new one, or the one of before. */
    newEmail: text(),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
    usedAt: at(),
  },
  (t) => [oneOf('user_tokens_purpose_check', t.purpose, TOKEN_PURPOSES)],
)

export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    form: jsonb().$type<Record<string, string>>().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index('addresses_user_idx').on(t.userId), uniqueIndex('addresses_one_default').on(t.userId).where(sql`${t.isDefault}`)],
)

export const businesses = pgTable(
  'businesses',
  {
    id: id(),
    /** The address of its page, /producers/{slug}. */
    slug: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    website: text(),
    contactPublic: boolean().notNull().default(false),
    address: text().notNull().default(''),
    city: text().notNull().default(''),
    country: text().notNull().default(''),
    postalCode: text().notNull().default(''),
    description: text().notNull().default(''),
    businessType: text({ enum: BUSINESS_TYPES }).notNull(),
    logo: text(),
    status: text({ enum: BUSINESS_STATUSES }).notNull().default('Active'),
    businessStatus: text({ enum: APPROVAL_STATUSES }).notNull().default('pending'),
    applicantId: uuid(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: deletedAt(),
    version: version(),
    /** Its payouts wait until then; null, or in the past: they do not. */
    payoutsHeldUntil: at(),
    payoutsHeldReason: text({ enum: PAYOUT_HOLD_REASONS }),
  },
  (t) => [
    uniqueIndex('businesses_email_key').on(lower(t.email)).where(sql`${t.status} <> 'Deleted'`),
    index('businesses_name_idx').on(lower(t.name)),
    index('businesses_search_idx').using('gin', sql`${folded(joined(t.name, t.description, t.city, t.country))} gin_trgm_ops`),
    index('businesses_staff_search_idx').using('gin', sql`${folded(joined(t.name, t.email, t.city, t.country))} gin_trgm_ops`),
    index('businesses_likeness_idx').using('gin', sql`lower(${t.name}) gin_trgm_ops`),
    index('businesses_name_search_idx').using('gin', sql`${folded(t.name)} gin_trgm_ops`),
    oneOf('businesses_type_check', t.businessType, BUSINESS_TYPES),
    oneOf('businesses_status_check', t.status, BUSINESS_STATUSES),
    oneOf('businesses_approval_check', t.businessStatus, APPROVAL_STATUSES),
    oneOf('businesses_payouts_held_check', t.payoutsHeldReason, PAYOUT_HOLD_REASONS),
  ],
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

// Catalog

export const categories = pgTable(
  'categories',
  {
    id: id(),
    value: text().notNull().unique(),
    label: text().notNull(),
    description: text().notNull().default(''),
    kind: text({ enum: PRODUCT_TYPES }).notNull().default('machine'),
    position: integer().notNull().default(0),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [oneOf('categories_kind_check', t.kind, PRODUCT_TYPES)],
)

/** Old values of renamed categories; filters follow them. */
export const categoryValues = pgTable('category_values', {
  value: text().primaryKey(),
  categoryId: uuid()
    .notNull()
    .references(() => categories.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
})

export type StoredImage = { url: string; alt: string }
export type StoredSpecification = { name: string; value: string }
/** What the impact calculator knows of a machine: shares from 0 to 1, kW, units an hour (D173, D175). */
export type StoredImpactModel = { efficiency: number; materialReduction: number; energyUsage: number; processingRate: number }
export type StoredLadder = { minQuantity: number; discountPercent: number }[]

export const products = pgTable(
  'products',
  {
    id: id(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull().default(''),
    fullDescription: text().notNull().default(''),
    type: text({ enum: PRODUCT_TYPES }).notNull(),
    categoryId: uuid()
      .notNull()
      .references(() => categories.id),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id),
    priceUsdCents: cents().notNull(),
    priceEurCents: cents().notNull(),
    stock: integer().notNull().default(0),
    featured: boolean().notNull().default(false),
    status: text({ enum: PRODUCT_STATUSES }).notNull().default('Active'),
    shippingClass: text({ enum: SHIPPING_CLASSES }).notNull().default('parcel'),
    leadTimeDays: integer(),
    energyEfficiency: text().notNull().default(''),
    materialSavings: text().notNull().default(''),
    carbonReduction: text().notNull().default(''),
    features: jsonb().$type<string[]>().notNull().default([]),
    images: jsonb().$type<StoredImage[]>().notNull().default([]),
    specifications: jsonb().$type<StoredSpecification[]>().notNull().default([]),
    /** Null: the ladder of its category. */
    ladder: jsonb().$type<StoredLadder>(),
    /** Null: no machine of the impact calculator. */
    impactModel: jsonb().$type<StoredImpactModel>(),
    /** What a search reads, folded to lower-case ASCII; written with every change of the product. */
    searchText: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: deletedAt(),
    /** Rises with every edit and with every change of the stock, so that it also names the stock that was read with it. */
    version: version(),
    /** The version of the last edit; null: `version` itself, nothing was sold or returned since. */
    editedVersion: integer(),
  },
  (t) => [
    unique('products_id_business_key').on(t.id, t.businessId),
    index('products_public_idx').on(t.type, t.status, t.categoryId),
    index('products_business_idx').on(t.businessId, t.createdAt),
    index('products_created_idx').on(t.createdAt),
    index('products_name_idx').on(byName(t.name)),
    // none on the stock: each sale would write every index of its products anew
    index('products_price_idx').on(t.priceUsdCents),
    index('products_updated_idx').on(t.updatedAt),
    index('products_search_idx').using('gin', t.searchText.op('gin_trgm_ops')),
    oneOf('products_type_check', t.type, PRODUCT_TYPES),
    oneOf('products_status_check', t.status, PRODUCT_STATUSES),
    oneOf('products_class_check', t.shippingClass, SHIPPING_CLASSES),
    notNegative('products_stock_check', t.stock),
    check('products_price_check', sql`${t.priceUsdCents} > 0 and ${t.priceEurCents} > 0`),
    check('products_images_check', sql`jsonb_array_length(${t.images}) <= 5`),
    check('products_lead_time_check', sql`${t.leadTimeDays} between 0 and 365`),
  ],
)

/** Old slugs of renamed products; they redirect. */
export const productSlugs = pgTable('product_slugs', {
  slug: text().primaryKey(),
  productId: uuid()
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
})

/** order, hold: taken for an order, the latter until its card payment is settled; release: a hold that ended; cancel, return: came back. */
const STOCK_REASONS = ['initial', 'import', 'edit', 'order', 'cancel', 'hold', 'release', 'return'] as const

/** Every change of a product's stock, and why. Unique by reason and reference, so that nothing is taken or given back twice. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    delta: integer().notNull(),
    reason: text({ enum: STOCK_REASONS }).notNull(),
    /** The order, import or edit that it belongs to. */
    reference: text().notNull(),
    actorId: uuid().references(() => users.id),
    at: createdAt(),
    /** The product's version after it; null: older than every version that is still compared. */
    version: integer(),
  },
  (t) => [
    unique('stock_movements_once').on(t.productId, t.reason, t.reference),
    check('stock_movements_delta_check', sql`${t.delta} <> 0`),
  ],
)

const IMPORT_STATUSES = ['waiting', 'running', 'done', 'failed', 'undone'] as const
const MEDIA_PURPOSES = ['product', 'logo', 'cover', 'return'] as const

export const catalogImports = pgTable('catalog_imports', {
  id: id(),
  actorId: uuid().references(() => users.id),
  fileName: text().notNull(),
  report: jsonb().$type<unknown>().notNull(),
  status: text({ enum: IMPORT_STATUSES }).notNull().default('done'),
  /** Products of the file, and how many of them are through. */
  total: integer().notNull().default(0),
  done: integer().notNull().default(0),
  /** What the person chose for the file: which column is what, which business its goods belong to. */
  options: jsonb().$type<unknown>(),
  at: createdAt(),
  finishedAt: at(),
  undoneAt: at(),
})

/** What an import changed, one row for each product, so that it can be undone. */
export const catalogImportChanges = pgTable(
  'catalog_import_changes',
  {
    importId: uuid()
      .notNull()
      .references(() => catalogImports.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The product's values before; null: the import created it. */
    before: jsonb().$type<unknown>(),
    /** The product's version after: a later edit is never undone with the import. */
    versionAfter: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.productId] })],
)

/** Uploaded pictures. Each lies in the media folder in several sizes under a name that is never used again. */
export const mediaFiles = pgTable(
  'media_files',
  {
    id: id(),
    /** Address of the largest size, `/media/….webp`. */
    url: text().notNull().unique(),
    /** The business that uploaded it; null: staff. */
    businessId: uuid().references(() => businesses.id),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    purpose: text({ enum: MEDIA_PURPOSES }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('media_files_business_idx').on(t.businessId, t.createdAt)],
)

// Promotions

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

// Cart

export const carts = pgTable(
  'carts',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    promoCode: text(),
    shippingMethod: text({ enum: SHIPPING_METHODS }).notNull().default('standard'),
    updatedAt: createdAt(),
  },
  (t) => [oneOf('carts_shipping_check', t.shippingMethod, SHIPPING_METHODS)],
)

export const cartItems = pgTable(
  'cart_items',
  {
    userId: uuid()
      .notNull()
      .references(() => carts.userId, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    /** List prices when the product was added, to show a change. */
    seenUsdCents: cents().notNull(),
    seenEurCents: cents().notNull(),
    addedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.productId] }), check('cart_items_quantity_check', sql`${t.quantity} between 1 and 100000`)],
)

// Orders

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
    customer: jsonb().$type<Record<string, string>>().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    subtotalCents: cents().notNull(),
    discountCents: cents().notNull(),
    shippingCents: cents().notNull(),
    taxCents: cents().notNull(),
    totalCents: cents().notNull(),
    /** The same order at USD prices (D114). */
    totalUsdCents: cents().notNull(),
    promoCode: text(),
    shippingMethod: text({ enum: SHIPPING_METHODS }).notNull(),
    /** Rules, promotion and lines as they were: the total can be replayed from them to the cent. */
    pricing: jsonb().$type<unknown>().notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    paymentMethod: text({ enum: PAYMENT_METHODS }).notNull(),
    paymentStatus: text({ enum: PAYMENT_STATUSES }).notNull().default('unpaid'),
    /** What came in for it, and what of that went back or is on its way back. */
    paidCents: cents().notNull().default(0),
    refundedCents: cents().notNull().default(0),
    /** The one payment intent of a card order; null before the provider has answered, and for Pay Later. */
    paymentIntentId: text().unique(),
    /** Until when the goods of a card order wait for its payment; null once it is settled, and for Pay Later. */
    holdUntil: at(),
    /** Counts what was asked of the provider for this order: part of the provider's idempotency key. */
    paymentAttempt: integer().notNull().default(0),
    /** Why a person has to look at its payment; null when all is well. */
    paymentProblem: text(),
    estimatedDelivery: date().notNull(),
    /** What a search of staff reads: number, names and e-mails, folded to lower-case ASCII. */
    searchText: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (t) => [
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
    oneOf('orders_currency_check', t.currency, CURRENCIES),
    oneOf('orders_status_check', t.status, ORDER_STATUSES),
    oneOf('orders_shipping_check', t.shippingMethod, SHIPPING_METHODS),
    oneOf('orders_payment_method_check', t.paymentMethod, PAYMENT_METHODS),
    oneOf('orders_payment_status_check', t.paymentStatus, PAYMENT_STATUSES),
    check(
      'orders_total_check',
      sql`${t.totalCents} = ${t.subtotalCents} - ${t.discountCents} + ${t.shippingCents} + ${t.taxCents} and ${t.totalCents} >= 0 and ${t.discountCents} between 0 and ${t.subtotalCents} and ${t.shippingCents} >= 0 and ${t.taxCents} >= 0 and ${t.totalUsdCents} >= 0`,
    ),
  ],
)

/** What the shop keeps for a while of a Pay Later order of a new buyer. Orders of before this table was there are not in it. */
export const newBuyerOrders = pgTable(
  'new_buyer_orders',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Where it came from (`networkOf`); null where nobody asks, and once it counts no more. */
    network: text(),
    placedAt: at().notNull(),
    /** When it is cancelled unless it is paid or its buyer has confirmed the email; null: nothing is to be confirmed. */
    confirmBy: at(),
    /** Number of emails that have asked the buyer to confirm the email. */
    asked: integer().notNull().default(0),
  },
  (t) => [
    index('new_buyer_orders_network_idx').on(t.network, t.placedAt).where(sql`${t.network} is not null`),
    index('new_buyer_orders_confirm_idx').on(t.confirmBy).where(sql`${t.confirmBy} is not null`),
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
    subtotalCents: cents().notNull(),
    discountCents: cents().notNull(),
    shippingCents: cents().notNull(),
    taxCents: cents().notNull(),
    totalCents: cents().notNull(),
    /** What the platform keeps of the goods, frozen at the sale; the sum over its lines. */
    commissionCents: cents().notNull().default(0),
    /** What of its total went back to the buyer or is on its way back. */
    refundedCents: cents().notNull().default(0),
    shippedAt: at(),
    deliveredAt: at(),
    /** When its order was placed, and whether its seller may see it: copies, so that a seller's list reads one table. */
    placedAt: at().notNull(),
    isShown: boolean().notNull(),
    updatedAt: createdAt(),
  },
  (t) => [
    check('order_parts_refund_check', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
    primaryKey({ columns: [t.orderId, t.businessId] }),
    index('order_parts_status_idx').on(t.businessId, t.isShown, t.status, t.placedAt, t.orderId),
    index('order_parts_newest_idx').on(t.businessId, t.placedAt, t.orderId).where(sql`${t.isShown}`),
    index('order_parts_to_ship_idx')
      .on(t.businessId, waitingSince(t), t.placedAt.desc().nullsFirst(), t.orderId.desc().nullsFirst())
      .where(sql`${t.isShown}`),
    index('order_parts_cancelled_idx').on(t.orderId, t.businessId, t.totalCents).where(sql`${t.status} = 'cancelled'`),
    oneOf('order_parts_status_check', t.status, ORDER_STATUSES),
  ],
)

/** Name, price and seller are copies: later edits of the product never change an order. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: id(),
    orderId: uuid().notNull(),
    productId: uuid().notNull(),
    businessId: uuid().notNull(),
    position: integer().notNull(),
    slug: text().notNull(),
    name: text().notNull(),
    image: text().notNull(),
    quantity: integer().notNull(),
    unitPriceCents: cents().notNull(),
    lineTotalCents: cents().notNull(),
    /** The rate of commission in force at the sale, in hundredths of a percent, and what it came to; null on orders older than commissions. */
    commissionBasisPoints: integer(),
    commissionCents: cents().notNull().default(0),
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
    check('order_lines_quantity_check', sql`${t.quantity} between 1 and 100000`),
    check('order_lines_total_check', sql`${t.lineTotalCents} = ${t.unitPriceCents} * ${t.quantity} and ${t.unitPriceCents} >= 0`),
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

/** Money that came in or went back for an order. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: ['payment', 'refund'] }).notNull(),
    method: text().notNull(),
    reference: text().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    amountCents: cents().notNull(),
    actorId: uuid().references(() => users.id),
    at: createdAt(),
  },
  (t) => [
    unique('payments_once').on(t.kind, t.method, t.reference),
    index('payments_order_idx').on(t.orderId),
    index('payments_at_idx').on(t.at),
    check('payments_amount_check', sql`${t.amountCents} > 0`),
    oneOf('payments_kind_check', t.kind, ['payment', 'refund']),
  ],
)

/** Money that goes back to the buyer of an order: asked for, then settled or failed. Its parts add up to it. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    amountCents: cents().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    reason: text().notNull(),
    /** What asked for it, so that it is asked for once: a cancellation, a return, a call's key. */
    cause: text().notNull().unique(),
    status: text({ enum: REFUND_STATUSES }).notNull().default('requested'),
    /** The provider's id, or what staff noted. */
    reference: text(),
    problem: text(),
    actorId: uuid().references(() => users.id),
    createdAt: createdAt(),
    settledAt: at(),
  },
  (t) => [
    index('refunds_order_idx').on(t.orderId),
    index('refunds_requested_idx').on(t.createdAt).where(sql`${t.status} = 'requested'`),
    oneOf('refunds_status_check', t.status, REFUND_STATUSES),
    check('refunds_amount_check', sql`${t.amountCents} > 0`),
  ],
)

/** Which seller's part of the order a refund takes its money from. */
export const refundShares = pgTable(
  'refund_shares',
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id),
    amountCents: cents().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.businessId] }),
    index('refund_parts_business_idx').on(t.businessId),
    check('refund_parts_amount_check', sql`${t.amountCents} > 0`),
  ],
)

/** The pieces of order lines that a refund gives back; empty for a refund of an amount, and for returns, which have lines of their own. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    lineId: uuid()
      .notNull()
      .references(() => orderLines.id),
    quantity: integer().notNull(),
    amountCents: cents().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.lineId] }),
    index('refund_lines_line_idx').on(t.lineId),
    check('refund_lines_quantity_check', sql`${t.quantity} > 0`),
    check('refund_lines_amount_check', sql`${t.amountCents} >= 0`),
  ],
)

/** A card payment that its cardholder disputes at the bank. Its state is the newest that the provider reported. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    /** The provider's id. */
    stripeId: text().notNull().unique(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountCents: cents().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    /** The provider's reason code. */
    reason: text().notNull(),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    evidenceDueAt: at(),
    /** What the provider charges for it, less what it gave back. */
    feeCents: cents().notNull().default(0),
    /** False: of the provider's test mode. */
    isLive: boolean().notNull().default(true),
    /** How far it was in the newest report, and when that was made: an older report changes nothing. */
    progress: integer().notNull(),
    reportedAt: at().notNull(),
    openedAt: at().notNull(),
    /** Null for one that was closed before the shop kept disputes: it is left to staff. */
    closedAt: at(),
  },
  (t) => [
    index('disputes_order_idx').on(t.orderId),
    index('disputes_opened_idx').on(t.openedAt, t.id),
    oneOf('disputes_currency_check', t.currency, CURRENCIES),
    oneOf('disputes_status_check', t.status, DISPUTE_STATUSES),
    check('disputes_amount_check', sql`${t.amountCents} > 0`),
  ],
)

/** Messages of the payment provider by their id there: each acts once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    orderId: uuid().references(() => orders.id),
    /** What came of it, in a few words. */
    outcome: text().notNull(),
    at: createdAt(),
  },
  (t) => [index('payment_events_order_idx').on(t.orderId)],
)

/** Invoices by their number: sequential, without a gap, one for an order. */
export const invoices = pgTable('invoices', {
  number: integer().primaryKey(),
  orderId: uuid()
    .notNull()
    .unique()
    .references(() => orders.id),
  issuedAt: createdAt(),
})

/** Goods that a buyer sends back to one seller (D117). */
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
    /** What the seller answered. */
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

/** How many pieces of which order line a return is about, and what they cost the buyer, tax included. */
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
    /** Whether the pieces go back into stock once they have come. */
    isRestocked: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.lineId] }),
    index('return_lines_line_idx').on(t.lineId),
    check('return_lines_quantity_check', sql`${t.quantity} > 0`),
    check('return_lines_amount_check', sql`${t.amountCents} >= 0`),
  ],
)

// Seller money

/** What the platform keeps: the first rate that fits, in the order of `position`, counts (D291). Nulls fit everything. */
export const commissionRates = pgTable(
  'commission_rates',
  {
    id: id(),
    position: integer().notNull(),
    businessId: uuid().references(() => businesses.id),
    category: text(),
    /** Hundredths of a percent of what the goods cost after discounts. */
    basisPoints: integer().notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('commission_rates_position_idx').on(t.position),
    check('commission_rates_basis_points_check', sql`${t.basisPoints} between 0 and 10000`),
  ],
)

export const LEDGER_REASONS = ['sale', 'refund', 'payout', 'payout_failed', 'adjustment'] as const
export const LEDGER_ACCOUNTS = ['clearing', 'seller', 'commission', 'tax', 'adjustment'] as const

/** One movement of money between accounts; its entries add up to nothing. Unique by reason and reference, so that nothing is booked twice. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: id(),
    reason: text({ enum: LEDGER_REASONS }).notNull(),
    /** The order, refund or payout that it is about, with the seller where there are several. */
    reference: text().notNull(),
    orderId: uuid().references(() => orders.id),
    currency: text({ enum: CURRENCIES }).notNull(),
    note: text(),
    at: createdAt(),
  },
  (t) => [
    unique('ledger_transactions_once').on(t.reason, t.reference),
    index('ledger_transactions_order_idx').on(t.orderId),
    oneOf('ledger_transactions_reason_check', t.reason, LEDGER_REASONS),
  ],
)

/** A debit (above 0) or credit (below 0) of one account. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    transactionId: uuid()
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    /** Whose account; null for those of the platform. */
    businessId: uuid().references(() => businesses.id),
    currency: text({ enum: CURRENCIES }).notNull(),
    debitCents: cents().notNull(),
    at: createdAt(),
  },
  (t) => [
    index('ledger_entries_transaction_idx').on(t.transactionId),
    index('ledger_entries_seller_idx').on(t.businessId, t.currency, t.at).where(sql`${t.account} = 'seller'`),
    oneOf('ledger_entries_account_check', t.account, LEDGER_ACCOUNTS),
    check('ledger_entries_debit_check', sql`${t.debitCents} <> 0`),
    check('ledger_entries_business_check', sql`(${t.account} = 'seller') = (${t.businessId} is not null)`),
  ],
)

const PAYOUT_STATUSES = ['draft', 'sent', 'paid', 'failed'] as const
const PAYOUT_METHODS = ['manual', 'stripe'] as const

/** What a seller is paid out of its balance. */
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

/** Where a seller is paid: a bank account for the manual file, or an account at the provider. */
export const payoutAccounts = pgTable('payout_accounts', {
  businessId: uuid()
    .primaryKey()
    .references(() => businesses.id),
  holder: text().notNull().default(''),
  iban: text(),
  accountNumber: text(),
  routingNumber: text(),
  stripeAccountId: text().unique(),
  /** What the provider said last: money can be sent there. */
  stripeReady: boolean().notNull().default(false),
  updatedAt: createdAt(),
  version: version(),
})

// Notifications

/** What somebody is told by the bell (D295). */
export const notifications = pgTable(
  'notifications',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    /** Path of the screen that it is about. */
    path: text().notNull(),
    dedupeKey: text().notNull(),
    createdAt: createdAt(),
    readAt: at(),
  },
  (t) => [
    unique('notifications_once').on(t.userId, t.dedupeKey),
    index('notifications_user_idx').on(t.userId, t.id),
    index('notifications_unread_idx').on(t.userId).where(sql`${t.readAt} is null`),
  ],
)

/** Answers of calls that must act once. Claimed by the insert, in the transaction of the effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer(),
    response: jsonb().$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created_idx').on(t.createdAt)],
)

// Content and contact

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    excerpt: text().notNull(),
    content: text().notNull(),
    category: text().notNull(),
    tags: jsonb().$type<string[]>().notNull().default([]),
    coverImage: text(),
    status: text({ enum: BLOG_STATUSES }).notNull().default('draft'),
    publishedAt: at(),
    authorId: uuid().references(() => users.id),
    /** Who readers see as the author; null: the shop's editors. */
    authorLabel: text(),
    deletedAt: deletedAt(),
    /** What a search reads of the post, folded to lower-case ASCII; written with every change of the post. */
    searchText: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('blog_posts_published_idx').on(t.status, t.publishedAt),
    index('blog_posts_search_idx').using('gin', t.searchText.op('gin_trgm_ops')),
    oneOf('blog_posts_status_check', t.status, BLOG_STATUSES),
  ],
)

/** Old slugs of renamed posts; they redirect. */
export const blogPostSlugs = pgTable('blog_post_slugs', {
  slug: text().primaryKey(),
  postId: uuid()
    .notNull()
    .references(() => blogPosts.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
})

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    reference: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    company: text(),
    topic: text({ enum: ['contact', 'consultation', 'quote'] })
      .notNull()
      .default('contact'),
    message: text().notNull(),
    /** What a quote asks for beyond the message, as its form names it. */
    details: jsonb().$type<Record<string, string>>(),
    /** The calculation that came along. */
    impactKey: text().references(() => impactResults.key),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The Idempotency-Key of a quote and what was sent under it; null for messages. */
    requestKey: text().unique(),
    requestFingerprint: text(),
    status: text({ enum: ['open', 'answered'] })
      .notNull()
      .default('open'),
    /** What staff noted for each other; the writer never sees it. */
    note: text().notNull().default(''),
    answeredAt: at(),
    answeredById: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('contact_messages_created_idx').on(t.createdAt),
    oneOf('contact_messages_topic_check', t.topic, ['contact', 'consultation', 'quote']),
    oneOf('contact_messages_status_check', t.status, ['open', 'answered']),
  ],
)

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: id(),
    email: text().notNull(),
    status: text({ enum: ['pending', 'confirmed', 'unsubscribed'] })
      .notNull()
      .default('pending'),
    /** Of the link that confirms. */
    tokenHash: text().notNull(),
    /** Stands in the foot of every newsletter; whoever has it can end the subscription, nothing else. */
    unsubscribeToken: text().notNull().unique(),
    consentText: text().notNull(),
    createdAt: createdAt(),
    confirmBy: at().notNull(),
    confirmedAt: at(),
    unsubscribedAt: at(),
  },
  (t) => [
    uniqueIndex('newsletter_email_key').on(lower(t.email)),
    index('newsletter_token_idx').on(t.tokenHash),
    oneOf('newsletter_status_check', t.status, ['pending', 'confirmed', 'unsubscribed']),
  ],
)

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

/** What visitors searched for without finding anything, counted; no word of who searched. */
export const zeroResultSearches = pgTable('zero_result_searches', {
  /** The words, folded to lower-case ASCII. */
  term: text().primaryKey(),
  times: integer().notNull().default(1),
  lastAt: createdAt(),
})

/** Every figure that the shop's texts claim: its exact words, scope and source (D1-D3). */
export const claims = pgTable('claims', {
  id: text().primaryKey(),
  wording: text().notNull(),
  /** What the figure is about and per what. */
  scope: text().notNull().default(''),
  /** Null: none yet, so that readers see "Illustrative figure". */
  source: text(),
  sourceUrl: text(),
  expiresAt: at(),
  /** Shows the counted number instead of the words, where the shop can count it. */
  useCounted: boolean().notNull().default(false),
  position: integer().notNull().default(0),
  updatedAt: createdAt(),
  version: version(),
})

// Platform

/** Named groups of settings; absent ones have the defaults of `domain/`. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  version: version(),
  updatedAt: createdAt(),
})

/** What a search of the audit log reads. */
export const auditWords = (t: { actorName: AnyPgColumn; action: AnyPgColumn; targetType: AnyPgColumn; targetId: AnyPgColumn }) =>
  sql`lower(${t.actorName} || ' ' || ${t.action} || ' ' || ${t.targetType} || ' ' || ${t.targetId})`

/** Who did what to what. Append-only: a trigger refuses changes. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: createdAt(),
    actorId: uuid(),
    actorName: text().notNull(),
    actorRole: text().notNull(),
    action: text().notNull(),
    targetType: text().notNull(),
    targetId: text().notNull(),
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
    requestId: text(),
  },
  (t) => [
    index('audit_entries_target_idx').on(t.targetType, t.targetId),
    index('audit_entries_at_idx').on(t.at),
    index('audit_entries_actor_idx').on(t.actorId),
    index('audit_entries_action_idx').on(t.action, t.id),
    index('audit_entries_search_idx').using('gin', sql`(${auditWords(t)}) gin_trgm_ops`),
  ],
)

/** To whom a mail of the outbox goes, in lower case. */
export const recipientOf = (t: { payload: AnyPgColumn }) => sql`lower(${t.payload}->>'to')`

/** What is to be sent after the commit that caused it: mails, calls to payment. Delivered at least once; `dedupeKey` keeps a message single. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    dedupeKey: text().notNull().unique(),
    payload: jsonb().$type<unknown>().notNull(),
    createdAt: createdAt(),
    dueAt: createdAt(),
    attempts: integer().notNull().default(0),
    sentAt: at(),
    lastError: text(),
  },
  (t) => [
    index('outbox_due_idx').on(t.dueAt).where(sql`${t.sentAt} is null`),
    index('outbox_sent_idx').on(t.kind, t.sentAt),
    index('outbox_order_idx').on(sql`(${t.payload}->'facts'->>'orderId')`).where(sql`${t.payload}->'facts'->>'orderId' is not null`),
    index('outbox_recipient_idx').using('gin', sql`(${recipientOf(t)}) gin_trgm_ops`),
  ],
)
