import * as z from 'zod/mini'
import { Id, IdParams, MAX_INT, Ok, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { BUSINESS_TYPES } from '#domain/business.ts'
import { PRODUCT_STATUSES, PRODUCT_TYPES } from '#domain/product.ts'
import { SHIPPING_CLASSES } from '#domain/shipping.ts'
import { Product } from './products.ts'

const editors = ['business_admin', 'application_admin', 'super_admin'] as const

const Version = z.int().check(z.minimum(1), z.maximum(MAX_INT))

/** A number as a form sends it; what it has to be is checked with the other fields, so that the first message is the right one. */
const Typed = z.nullable(z.union([z.number(), text(40)]))

/** A picture: its address alone, or with the words for those who cannot see it. Left out, those words stay as they were. */
const PictureInput = z.union([text(2000), z.object({ url: text(2000), alt: z.optional(text(300)) })])

const SpecificationRows = z.array(z.object({ name: text(80), value: text(500) })).check(z.maxLength(100))
const Specifications = z.union([SpecificationRows, z.record(z.string(), text(500))])

/**
 * What a person says about a product. Of a new one `name`, `description`, `category`, `type`, `priceUSD` and `priceEUR` are required;
 * of a stored one, fields that are left out stay. Prices are numbers or decimal texts with at most two places; 0 counts as missing.
 */
export const ProductBody = z.object({
  name: z.optional(text(160)),
  description: z.optional(text(1000)),
  fullDescription: z.optional(text(20_000)),
  /** The value of a category; its kind must be `type`. */
  category: z.optional(text(80)),
  type: z.optional(z.union([z.enum(PRODUCT_TYPES), z.literal('')])),
  /** Belongs to the business; checked, never stored with a product. */
  businessType: z.optional(z.union([z.enum(BUSINESS_TYPES), z.literal('')])),
  /** Staff name the business of a new product; everywhere else it is ignored. */
  businessId: z.optional(z.nullable(text(80))),
  featured: z.optional(z.boolean()),
  priceUSD: z.optional(Typed),
  priceEUR: z.optional(Typed),
  /** Units, a whole number from 0. With `version`, its difference to the stock of that version is applied: units sold meanwhile stay sold. */
  stock: z.optional(Typed),
  features: z.optional(z.array(text(300)).check(z.maxLength(50))),
  images: z.optional(z.array(PictureInput).check(z.maxLength(20))),
  /** A map, or rows in the order that they are shown in. */
  specifications: z.optional(Specifications),
  sustainabilityMetrics: z.optional(
    z.object({
      energyEfficiency: z.optional(text(1000)),
      materialSavings: z.optional(text(1000)),
      carbonReduction: z.optional(text(1000)),
    }),
  ),
  /** Business days before the goods leave; null for goods on the shelf. */
  leadTimeDays: z.optional(Typed),
  shippingClass: z.optional(z.union([z.enum(SHIPPING_CLASSES), z.literal('')])),
  /** The product's address; the one before it keeps leading here. */
  slug: z.optional(text(200)),
  /** The version that was read. Rises with every edit, sale and return; only an edit makes it stale. */
  version: z.optional(Version),
})
export type ProductBody = z.output<typeof ProductBody>

/** A product as its form edits it: what is stored, without anything that pages add. */
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
  status: z.enum(PRODUCT_STATUSES),
  featured: z.boolean(),
  priceUSD: Amount,
  priceEUR: Amount,
  stock: z.int(),
  features: z.array(z.string()),
  /** As stored; none where pages show a drawing of the shop. */
  images: z.array(z.object({ url: z.string(), alt: z.string() })),
  specifications: z.array(z.object({ name: z.string(), value: z.string() })),
  sustainabilityMetrics: z.object({ energyEfficiency: z.string(), materialSavings: z.string(), carbonReduction: z.string() }),
  leadTimeDays: z.nullable(z.int()),
  shippingClass: z.enum(SHIPPING_CLASSES),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type ProductForm = z.output<typeof ProductForm>

export const MAX_BULK = 500

/** Products of a bulk call; duplicates are 400, more than 500 are 422. */
const ProductIds = z.array(Id).check(z.minLength(1, { error: 'Please choose at least one product' }), z.maxLength(MAX_BULK))
const rows = <Row extends z.ZodMiniType>(row: Row) => z.array(row).check(z.maxLength(MAX_BULK))

/** How many products a bulk call wrote. */
export const BulkAnswer = z.object({ updated: z.int() })

export const productEdits = {
  form: endpoint({
    method: 'GET',
    path: '/api/products/:id/form',
    access: editors,
    summary: 'A product as it is stored, for its form. A seller reads its own, staff read all.',
    params: IdParams,
    response: ProductForm,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/products',
    invalidates: true,
    access: editors,
    summary: 'A new product: of the own business, or of the one that staff name. Active when that business may sell, else Inactive.',
    body: ProductBody,
    response: Product,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/products/:id',
    invalidates: true,
    access: editors,
    summary: 'Changes a product; fields that are left out stay. Status and business never change here.',
    params: IdParams,
    body: ProductBody,
    response: Product,
  }),
  setFeatured: endpoint({
    method: 'PATCH',
    path: '/api/products/:id',
    invalidates: true,
    access: editors,
    summary: 'Features a product or takes it out of the featured ones; nothing else changes.',
    params: IdParams,
    body: z.object({ featured: z.boolean(), version: z.optional(z.int()) }),
    response: Product,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/products/:id',
    invalidates: true,
    access: editors,
    summary: 'Deletes a product: it leaves the shop at once and its address is free. Staff can restore it for 90 days.',
    params: IdParams,
    response: Ok,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/products/:id/duplicate',
    invalidates: true,
    access: editors,
    summary: 'Copies a product: a new one with everything but the stock, Inactive until somebody activates it.',
    params: IdParams,
    response: Product,
    status: 201,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/products/:id/activate',
    invalidates: true,
    access: ['business_admin'],
    summary: 'A seller shows an own Inactive product to customers, or with `active: false` hides an Active one. Suspended stays suspended.',
    params: IdParams,
    body: z.object({ active: z.boolean() }),
    response: Product,
  }),
  bulkStock: endpoint({
    method: 'POST',
    path: '/api/products/bulk/stock',
    invalidates: true,
    access: editors,
    summary:
      'Sets the stock of many products, all or none; with the version that was read, units sold since then stay sold. A bare array of the rows is accepted too.',
    body: z.object({ updates: rows(z.object({ id: Id, stock: z.optional(Typed), version: z.optional(Version) })) }),
    response: BulkAnswer,
  }),
  bulkFeatured: endpoint({
    method: 'POST',
    path: '/api/products/bulk/featured',
    invalidates: true,
    access: editors,
    summary: 'Features many products or takes them out of the featured ones, all or none.',
    body: z.object({ productIds: ProductIds, featured: z.boolean() }),
    response: BulkAnswer,
  }),
  bulkDelete: endpoint({
    method: 'POST',
    path: '/api/products/bulk/delete',
    invalidates: true,
    access: editors,
    summary: 'Deletes many products, all or none. A bare array of ids is accepted too.',
    body: z.object({ productIds: ProductIds }),
    response: BulkAnswer,
  }),
  bulkPrices: endpoint({
    method: 'POST',
    path: '/api/products/bulk/prices',
    invalidates: true,
    access: editors,
    summary: 'Sets prices of many products, all or none; a price that is left out stays. A bare array of the rows is accepted too.',
    body: z.object({ updates: rows(z.object({ id: Id, priceUSD: z.optional(Typed), priceEUR: z.optional(Typed) })) }),
    response: BulkAnswer,
  }),
}
