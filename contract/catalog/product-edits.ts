import * as z from 'zod/mini'
import { Id, IdParams, identifier, line, MAX_INT, Ok, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { BUSINESS_TYPES } from '#domain/business.ts'
import { CURRENCIES } from '#domain/money.ts'
import { MAX_PERCENT, MIN_PERCENT, ROUNDINGS } from '#domain/price-change.ts'
import { PRODUCT_STATUSES, PRODUCT_TYPES } from '#domain/product.ts'
import { READINESS_KEYS } from '#domain/readiness.ts'
import { SHIPPING_CLASSES } from '#domain/shipping.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { allFacts, sharedFacts, Typed, typedFacts } from './product-facts.ts'
import { BulkAnswer, MAX_BULK, PriceRows, RowsAnswer, RowsJob, StockRows, Version } from './product-rows.ts'
import { ModelFigures, Product, Recall } from './products.ts'

const editors = ['business_admin', ...STAFF_ROLES] as const

/** A picture: its address alone, or with its alt text. An omitted alt text stays as it was. */
const PictureInput = z.union([text(2000), z.object({ url: text(2000), alt: z.optional(text(300)) })])

const SpecificationRows = z.array(z.object({ name: line(80), value: text(500) })).check(z.maxLength(100))
const Specifications = z.union([SpecificationRows, z.record(z.string(), text(500))])

const TypedValue = z.nullable(z.union([z.number(), text(500)]))
const AnsweredValue = z.object({
  key: identifier(80),
  number: z.optional(z.number()),
  numberMax: z.optional(z.number()),
  choice: z.optional(identifier(80)),
  text: z.optional(text(500)),
})

const TypedModel = z.optional(
  z.nullable(
    z.object({
      efficiency: z.optional(Typed),
      materialReduction: z.optional(Typed),
      energyUsage: z.optional(Typed),
      processingRate: z.optional(Typed),
    }),
  ),
)

/**
 * The editable fields of a product. A new one requires `name`, `description`, `category`, `type`, `priceUSD` and `priceEUR`; for a stored
 * one, omitted fields stay. Prices are numbers or decimal texts with at most two decimals; 0 counts as missing.
 */
export const ProductBody = z.object({
  name: z.optional(line(160)),
  description: z.optional(text(1000)),
  fullDescription: z.optional(text(20_000)),
  /** A category's value; its kind must be `type`. */
  category: z.optional(identifier(80)),
  type: z.optional(z.union([z.enum(PRODUCT_TYPES), z.literal('')])),
  /** Belongs to the business; validated, never stored with a product. */
  businessType: z.optional(z.union([z.enum(BUSINESS_TYPES), z.literal('')])),
  /** Required from staff for a new product; for a stored one, staff move a product without orders. Ignored from sellers. */
  businessId: z.optional(z.nullable(identifier(80))),
  featured: z.optional(z.boolean()),
  priceUSD: z.optional(Typed),
  priceEUR: z.optional(Typed),
  /**
   * Units, a whole number of 0 or more. With `version`, it is applied as the difference to that version's stock, so that units sold
   * meanwhile stay sold.
   */
  stock: z.optional(Typed),
  features: z.optional(z.array(text(300)).check(z.maxLength(50))),
  images: z.optional(z.array(PictureInput).check(z.maxLength(20))),
  /** A map, or rows in display order. */
  specifications: z.optional(Specifications),
  /**
   * Values of the category's attributes by key: `{"feed-width": "39.4 in", "supply": "230-v-50-60-hz"}`. A number may have any unit of
   * the dimension; a null removes the value. Each is stored as a row of `specifications`. Also as an answer has them; those that the
   * product has stay as its rows say.
   */
  attributes: z.optional(z.union([z.record(identifier(80), TypedValue), z.array(AnsweredValue).check(z.maxLength(100))])),
  /** Products that it fits, by id: public ones and those of its business. The row `Fits` follows. Also as an answer has them. */
  fits: z.optional(z.array(z.union([identifier(80), z.object({ id: identifier(80) })])).check(z.maxLength(100))),
  sustainabilityMetrics: z.optional(
    z.object({
      energyEfficiency: z.optional(text(1000)),
      materialSavings: z.optional(text(1000)),
      carbonReduction: z.optional(text(1000)),
    }),
  ),
  /** Business days until the product ships; null for a product on the shelf. */
  leadTimeDays: z.optional(Typed),
  shippingClass: z.optional(z.union([z.enum(SHIPPING_CLASSES), z.literal('')])),
  /** Figures of a machine for the impact calculator, all four or none: shares of 0 to 1, kW, units per hour. Null removes them. */
  impactModel: TypedModel,
  ...typedFacts,
  /** The product's slug; the previous one redirects here. */
  slug: z.optional(identifier(200)),
  /** The version that was read. Rises with every edit, sale and return; only an edit makes it stale. */
  version: z.optional(Version),
})
export type ProductBody = z.output<typeof ProductBody>

/** A product as its form edits it: stored values, without anything that pages add. */
export const ProductForm = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  fullDescription: z.string(),
  category: z.string(),
  type: z.enum(PRODUCT_TYPES),
  businessType: z.enum(BUSINESS_TYPES),
  businessId: z.string(),
  businessName: z.string(),
  /** It was ordered, and stays with its business. */
  hasOrders: z.boolean(),
  status: z.enum(PRODUCT_STATUSES),
  featured: z.boolean(),
  priceUSD: Amount,
  priceEUR: Amount,
  stock: z.int(),
  features: z.array(z.string()),
  /** As stored; empty where pages show a drawing of the shop. */
  images: z.array(z.object({ url: z.string(), alt: z.string() })),
  specifications: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Products that it fits: public ones and those of its business. */
  fits: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })),
  /** Names of its row `Fits` that are no products of the shop. */
  notLinked: z.array(z.string()),
  sustainabilityMetrics: z.object({ energyEfficiency: z.string(), materialSavings: z.string(), carbonReduction: z.string() }),
  leadTimeDays: z.nullable(z.int()),
  shippingClass: z.enum(SHIPPING_CLASSES),
  /** Null: the impact calculator doesn't have it. */
  impactModel: z.nullable(ModelFigures),
  /** The prices are the regular ones. */
  ...allFacts,
  /** Its business has a postal address: it is the maker's contact for safety where the product names none. */
  hasBusinessAddress: z.boolean(),
  isBusinessInEu: z.boolean(),
  /** Its recall by staff; null: it is not recalled. */
  recall: z.nullable(Recall),
  /** Facts that decide where the product can be sold; none of them is needed to save it. */
  readiness: z.array(z.object({ key: z.enum(READINESS_KEYS), ok: z.boolean(), text: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type ProductForm = z.output<typeof ProductForm>

/** Products of a bulk call; duplicates are refused with 400, more than 500 with 422. */
const ProductIds = z.array(Id).check(z.minLength(1, { error: 'Please choose at least one product' }), z.maxLength(MAX_BULK))

/** Most products that one call changes by a filter. */
export const MAX_MATCHING = 5000

/** A change of prices by a percentage. */
const PercentChange = z.object({
  percent: z.number().check(z.minimum(MIN_PERCENT), z.maximum(MAX_PERCENT)),
  rounding: z.enum(ROUNDINGS),
  /** The prices in this currency only; without it in both. */
  currency: z.optional(z.enum(CURRENCIES)),
})
export type PercentChange = z.output<typeof PercentChange>

/** Statuses that a bulk call sets. */
const BulkStatus = z.enum(['Active', 'Inactive', 'Suspended'])

/**
 * Facts that many products share; an omitted one stays, an empty one is removed. The others are of one product: its numbers and its sale.
 */
const FactsChange = z.object({ ...sharedFacts, impactModel: TypedModel })
export type FactsChange = z.output<typeof FactsChange>

/** A change of every product that matches. */
const BulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stock'), stock: z.int().check(z.minimum(0), z.maximum(MAX_INT)) }),
  z.object({ kind: z.literal('featured'), featured: z.boolean() }),
  z.object({ kind: z.literal('status'), status: BulkStatus }),
  z.object({ kind: z.literal('delete') }),
  z.extend(PercentChange, { kind: z.literal('percent') }),
  z.extend(FactsChange, { kind: z.literal('facts') }),
])
export type BulkChange = z.output<typeof BulkChange>

/** The number of restored products, and those that were not, each with the reason. */
export const RestoreAnswer = z.object({
  restored: z.int(),
  skipped: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
})
export type RestoreAnswer = z.output<typeof RestoreAnswer>

export const productEdits = {
  form: endpoint({
    method: 'GET',
    path: '/api/products/:id/form',
    access: editors,
    token: 'read',
    permission: 'catalog.read',
    summary: 'Returns a product as it is stored, for its form. A seller reads its own, staff read all.',
    params: IdParams,
    response: ProductForm,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/products',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary:
      "Creates a product for the caller's business, or for the one that staff name. Active when that business may sell, else Inactive.",
    body: ProductBody,
    response: Product,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/products/:id',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary: 'Changes a product; omitted fields stay. Status never changes here; staff move a product without orders to another business.',
    params: IdParams,
    body: ProductBody,
    response: Product,
  }),
  setFeatured: endpoint({
    method: 'PATCH',
    path: '/api/products/:id',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary: 'Features or unfeatures a product.',
    params: IdParams,
    body: z.object({ featured: z.boolean(), version: z.optional(z.int()) }),
    response: Product,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/products/:id',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary: 'Deletes a product and frees its slug. Staff can restore it for 90 days.',
    params: IdParams,
    response: Ok,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/products/:id/duplicate',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary: 'Copies a product with everything but its stock; the copy is Inactive.',
    params: IdParams,
    response: Product,
    status: 201,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/products/:id/activate',
    invalidates: true,
    access: ['business_admin'],
    summary:
      "Shows a seller's own Inactive product to customers, or with `active: false` hides an Active one. A suspended product stays suspended.",
    params: IdParams,
    body: z.object({ active: z.boolean() }),
    response: Product,
  }),
  bulkStock: endpoint({
    method: 'POST',
    path: '/api/products/bulk/stock',
    invalidates: true,
    access: editors,
    token: 'stock',
    permission: 'catalog.write',
    summary:
      'Sets the stock of many products: by `id` all or none, up to 500; once a row has a `sku` or `countedAt`, row by row, up to 10,000, with a result for each. More than 200 of those run as a `job`, and `updated` is 0 then. A row that the schema rules out refuses the whole call. Units sold since the `version` that was read, or since `countedAt`, stay sold. Also accepts a bare array of rows.',
    body: z.object({
      updates: StockRows,
    }),
    response: RowsAnswer,
  }),
  bulkFeatured: endpoint({
    method: 'POST',
    path: '/api/products/bulk/featured',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary: 'Features or unfeatures many products, all or none.',
    body: z.object({ productIds: ProductIds, featured: z.boolean() }),
    response: BulkAnswer,
  }),
  bulkDelete: endpoint({
    method: 'POST',
    path: '/api/products/bulk/delete',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary: 'Deletes many products, all or none. Also accepts a bare array of ids.',
    body: z.object({ productIds: ProductIds }),
    response: BulkAnswer,
  }),
  bulkMatching: endpoint({
    method: 'POST',
    path: '/api/products/bulk/matching',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary:
      "Changes every product that the filters of the caller's product list leave, all or none, at most 5,000. Refused when they are no longer as many as `expected`.",
    body: z.object({
      /** Parameters of the list call, as its query has them. */
      filter: z.record(z.string(), text(4000)),
      expected: z.int().check(z.minimum(1), z.maximum(MAX_INT)),
      change: BulkChange,
    }),
    response: BulkAnswer,
  }),
  bulkPercent: endpoint({
    method: 'POST',
    path: '/api/products/bulk/percent',
    invalidates: true,
    access: editors,
    token: 'stock',
    permission: 'catalog.write',
    summary: 'Changes the prices of many products by a percentage, rounded, all or none.',
    body: z.extend(PercentChange, { productIds: ProductIds }),
    response: BulkAnswer,
  }),
  bulkFacts: endpoint({
    method: 'POST',
    path: '/api/products/bulk/facts',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary:
      'Sets facts of trade and logistics of many products, all or none; an omitted fact stays, an empty one is removed. Refused without any. SKU, MPN, GTIN and sale are of one product, an `impactModel` of machines.',
    body: z.extend(FactsChange, { productIds: ProductIds }),
    response: BulkAnswer,
  }),
  bulkStatus: endpoint({
    method: 'POST',
    path: '/api/products/bulk/status',
    invalidates: true,
    access: ['business_admin', 'super_admin'],
    summary: 'Sets the status of many products, all or none. Sellers show (Active) and hide (Inactive) their own.',
    body: z.object({ productIds: ProductIds, status: BulkStatus }),
    response: BulkAnswer,
  }),
  bulkRestore: endpoint({
    method: 'POST',
    path: '/api/products/bulk/restore',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary:
      'Restores deleted products with the status that they had. Staff restore what they deleted themselves, super admins everything.',
    body: z.object({ productIds: ProductIds }),
    response: RestoreAnswer,
  }),
  rowsJob: endpoint({
    method: 'GET',
    path: '/api/products/bulk/:id',
    token: ['read', 'stock'],
    access: editors,
    permission: 'catalog.write',
    summary: 'Reads a job of the caller that changes stocks or prices row by row; once it is finished, with what became of each row.',
    params: IdParams,
    response: RowsJob,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/products/bulk/:id/undo',
    invalidates: true,
    access: editors,
    permission: 'catalog.write',
    summary: 'Undoes a bulk change of the caller. Products edited since stay as they are; units sold since stay sold.',
    params: IdParams,
    response: RestoreAnswer,
  }),
  bulkPrices: endpoint({
    method: 'POST',
    path: '/api/products/bulk/prices',
    invalidates: true,
    access: editors,
    token: 'stock',
    permission: 'catalog.write',
    summary:
      'Sets prices of many products: by `id` all or none, up to 500; once a row has a `sku`, row by row, up to 10,000, with a result for each. More than 200 of those run as a `job`, and `updated` is 0 then. A row that the schema rules out refuses the whole call. An omitted price stays. Also accepts a bare array of rows.',
    body: z.object({ updates: PriceRows }),
    response: RowsAnswer,
  }),
}
