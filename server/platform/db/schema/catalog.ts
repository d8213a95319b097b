import { isNotNull, sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ImpactModel } from '#domain/impact.ts'
import { PRODUCT_STATUSES, PRODUCT_TYPES, type ProductStatus } from '#domain/product.ts'
import type { ProductFacts } from '#domain/product-facts.ts'
import { SHIPPING_CLASSES } from '#domain/shipping.ts'
import type { Role } from '#domain/user.ts'
import {
  at,
  byName,
  cents,
  changeNumber,
  createdAt,
  deletedAt,
  hasLinked,
  hasOddWords,
  id,
  listIndexes,
  lower,
  notNegative,
  oneOf,
  stamp,
  version,
} from './columns.ts'
import { businesses, users } from './identity.ts'
import { factChecks, factColumns, regularPrices } from './product-columns.ts'

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
    /** The last of its products whose values were read from their rows again; null: none wait for it. */
    retypeAfter: uuid(),
    version: version(),
    stamp: stamp(),
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

/** Use of a typed specification in a category. */
export type StoredUse = { attributeId: string; position: number; isRequired: boolean; isFacet: boolean; isCompared: boolean }

/** Deleted categories, with all that is needed to restore them. */
export const deletedCategories = pgTable(
  'deleted_categories',
  {
    id: uuid().primaryKey(),
    value: text().notNull(),
    label: text().notNull(),
    description: text().notNull(),
    kind: text({ enum: PRODUCT_TYPES }).notNull(),
    position: integer().notNull(),
    createdAt: at().notNull(),
    version: integer().notNull(),
    /** Values that it had before, oldest first. */
    formerValues: text().array().notNull(),
    /** The category that took over its products, and their ids. */
    movedTo: uuid(),
    movedProducts: uuid().array().notNull(),
    /** Its typed specifications. */
    attributes: jsonb().$type<StoredUse[]>().notNull().default([]),
    deletedAt: at().notNull(),
    deletedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [index('deleted_categories_deleted_idx').on(t.deletedAt)],
)

export type StoredImage = { url: string; alt: string }
export type StoredSpecification = { name: string; value: string }

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
    /** In force: while a sale is on its prices, and the regular ones beside them. */
    priceUsdCents: cents().notNull(),
    priceEurCents: cents().notNull(),
    ...regularPrices(),
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
    /** Null: no machine of the impact calculator. */
    impactModel: jsonb().$type<ImpactModel>(),
    ...factColumns(),
    /**
     * Normalized text that a search reads: the product's own lines, which use cases write, and the names that triggers add after
     * `NAMES_FROM`.
     */
    searchText: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: deletedAt(),
    /** The user who deleted it, and its status before; null while it is there. */
    deletedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    deletedFrom: text({ enum: PRODUCT_STATUSES }),
    /** When staff announced its recall; null: it is not recalled. A recalled product is not sold, and its page stays. */
    recalledAt: at(),
    recallText: text().notNull().default(''),
    /** Rises with every edit and with every change of the stock, so that it also names the stock that was read with it. */
    version: version(),
    /** The version of the last edit; null: `version` itself, nothing was sold or returned since. */
    editedVersion: integer(),
    // triggers write the rest, whatever a statement says: they follow the product, its business and its category
    /** True for what the public may see: Active, of a business that may sell, not recalled. */
    isPublic: boolean().notNull().default(false),
    inStock: boolean().notNull().default(false),
    /** Place of its category among the featured products: 0 machines, 1 materials, 2 accessories, 3 replacement parts. */
    shopPlace: smallint().notNull().default(0),
    /** Of all but the stock and the versions, which name themselves. */
    stamp: stamp(),
    /** Of the last change but of the stock, whose movements have their own: no index may name what a sale writes. */
    changeNumber: changeNumber(),
    /** Businesses that it was moved away from, whose lists by changes say that it is gone. */
    formerBusinesses: uuid().array(),
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
    index('products_odd_words_idx').on(t.id).where(hasOddWords(t.searchText)),
    // each minute a job looks for them
    index('products_linked_idx')
      .on(t.id)
      .where(sql`${hasLinked(t.images)} and ${t.status} <> 'Deleted'`),
    // the public lists: a walk for each order, in a type and in a category; with the name itself, so that a walk to a late page reads no
    // rows
    ...listIndexes('type', t, t.type),
    ...listIndexes('category', t, t.categoryId),
    index('products_public_slug_idx').on(t.slug, t.updatedAt).where(sql`${t.isPublic}`),
    index('products_fits_idx').using('gin', sql`fitted_machines(${t.specifications})`).where(sql`${t.isPublic}`),
    index('products_fitted_idx')
      .using('gin', sql`fitted_machines(${t.specifications})`)
      .with({ fastupdate: false })
      .where(sql`fitted_machines(${t.specifications}) <> '{}'`),
    // all that counts need; few sales change `inStock`
    index('products_public_facets_idx')
      .on(t.businessId, t.categoryId, t.type, t.inStock, t.featured, t.priceUsdCents, t.priceEurCents)
      .where(sql`${t.isPublic}`),
    oneOf('products_type_check', t.type, PRODUCT_TYPES),
    oneOf('products_status_check', t.status, PRODUCT_STATUSES),
    oneOf('products_class_check', t.shippingClass, SHIPPING_CLASSES),
    notNegative('products_stock_check', t.stock),
    check('products_price_check', sql`${t.priceUsdCents} > 0 and ${t.priceEurCents} > 0`),
    // five photos; a drawing that the seller chose is not one of them
    check(
      'products_images_check',
      sql`jsonb_array_length(jsonb_path_query_array(${t.images}, '$[*] ? (!(@.url starts with "/drawings/"))')) <= 5 and jsonb_array_length(${t.images}) <= 6`,
    ),
    check('products_lead_time_check', sql`${t.leadTimeDays} between 0 and 365`),
    uniqueIndex('products_sku_key').on(t.businessId, lower(t.sku)).where(sql`${t.status} <> 'Deleted'`),
    ...factChecks(t),
    // those that may have to begin, and those that are on
    index('products_sale_begin_idx').on(t.saleTo, t.saleFrom).where(sql`${t.saleUsdCents} is not null and ${t.regularUsdCents} is null`),
    index('products_recalled_idx').on(t.recalledAt).where(sql`${t.recalledAt} is not null`),
    index('products_change_idx').on(t.changeNumber, t.id).where(isNotNull(t.changeNumber)),
    index('products_sale_end_idx').on(t.saleTo).where(sql`${t.regularUsdCents} is not null`),
  ],
)

/** Prices in force of each product since the shop records them, a row for each change; triggers write them. */
export const productPrices = pgTable(
  'product_prices',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    usdCents: cents().notNull(),
    eurCents: cents().notNull(),
    at: createdAt(),
  },
  (t) => [index('product_prices_product_idx').on(t.productId, t.at)],
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

/** Every change of a product's stock, and why. Unique by reason and reference, so that nothing is taken or restocked twice. */
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
    changeNumber: changeNumber(),
  },
  (t) => [
    index('stock_movements_change_idx').on(t.changeNumber, t.productId).where(isNotNull(t.changeNumber)),
    unique('stock_movements_once').on(t.productId, t.reason, t.reference),
    check('stock_movements_delta_check', sql`${t.delta} <> 0`),
  ],
)

/** Rows of a call that changes products one by one, and who made it. */
export interface RowsTask {
  kind: 'stock' | 'prices'
  actor: { userId: string; name: string; role: Role; businessId: string | null; token?: { id: string; name: string } | null }
  rows: readonly object[]
  requestId: string
}

/** Changes of many products at once, kept for as long as they can be undone. */
export const productChanges = pgTable(
  'product_changes',
  {
    id: id(),
    actorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    undoneAt: at(),
    /** Of a job that changes row by row: what was asked, and when the last row was done. Null for others. */
    task: jsonb().$type<RowsTask>(),
    /** Not written any more: a contract migration of the next release drops it. */
    results: jsonb().$type<object[]>(),
    finishedAt: at(),
  },
  (t) => [index('product_changes_created_idx').on(t.createdAt)],
)

/** Results of the rows of a job, a row of the table for each batch. */
export const productChangeResults = pgTable(
  'product_change_results',
  {
    changeId: uuid()
      .notNull()
      .references(() => productChanges.id, { onDelete: 'cascade' }),
    /** Rows of the job that were done after the batch, and how many of the batch were updated. */
    done: integer().notNull(),
    updated: integer().notNull(),
    results: jsonb().$type<object[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.changeId, t.done] })],
)

/** Values of a product before a change. */
export interface ValuesBefore {
  priceUsdCents?: number
  priceEurCents?: number
  featured?: boolean
  status?: ProductStatus
  facts?: Partial<ProductFacts> & { impactModel?: ImpactModel | null }
  /** Units that the change added. */
  added?: number
  /** Former slugs that a deletion has freed. */
  formerSlugs?: string[]
}

/** The products of a change, each with what it had before. */
export const productChangeRows = pgTable(
  'product_change_rows',
  {
    changeId: uuid()
      .notNull()
      .references(() => productChanges.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    before: jsonb().$type<ValuesBefore>().notNull(),
    /** The product's version after: a later edit is never undone. */
    versionAfter: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.changeId, t.productId] })],
)
