import * as z from 'zod/mini'
import { identifier, pageFields, queryBoolean, querySorts, queryValues } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { EXPORT_TYPES, exportOf } from '#contract/export.ts'
import { Amount } from '#contract/money.ts'
import { syncFields } from '#contract/sync.ts'
import { PRODUCT_STATUSES } from '#domain/product.ts'
import { missingOption, PRODUCT_GRID_SORTS } from './product-grid.ts'
import { fieldsOption, ProductSummary } from './products.ts'

const own = ['business_admin'] as const

/** Filters and sorting of a seller's own products. */
export const OwnProductQuery = z.object({
  ...pageFields,
  ...fieldsOption,
  ...missingOption,
  featured: z.optional(queryBoolean),
  /** Stock below the low level of the settings. */
  lowStock: z.optional(queryBoolean),
  /** Without a picture or a full description. */
  incomplete: z.optional(queryBoolean),
  status: z.optional(queryValues(z.enum(PRODUCT_STATUSES))),
  category: z.optional(queryValues(identifier(80))),
  sort: z.optional(querySorts(z.enum(PRODUCT_GRID_SORTS))),
})
export type OwnProductQuery = z.output<typeof OwnProductQuery>

/** A seller's products, orders and sales in numbers; amounts in USD. */
export const BusinessStats = z.object({
  totalProducts: z.int(),
  activeProducts: z.int(),
  /** Products that staff have suspended. */
  suspendedProducts: z.int(),
  featuredProducts: z.int(),
  /** Products whose stock is below the low level of the settings. */
  lowStock: z.int(),
  /** Products without a picture or a full description. */
  incompleteProducts: z.int(),
  /** The seller's orders that are pending, processing and shipped. */
  newOrders: z.int(),
  ordersToShip: z.int(),
  ordersOnTheWay: z.int(),
  /** The seller's orders that are not shipped yet. */
  waitingOrders: z.int(),
  /** Returns without an answer, and received returns without a refund. */
  returnsToAnswer: z.int(),
  returnsToRefund: z.int(),
  /** Copies on paper that buyers asked for and that are not sent. */
  paperCopies: z.int(),
  /** Units in stock at their prices. */
  inventoryValue: Amount,
  /** Units and revenue of the seller's orders that are not canceled. */
  unitsSold: z.int(),
  revenue: Amount,
})
export type BusinessStats = z.output<typeof BusinessStats>

export const sellerProducts = {
  products: endpoint({
    method: 'GET',
    path: '/api/business/products',
    access: own,
    token: 'read',
    summary:
      "Lists the caller's own products in every status but Deleted; by changes, with `updatedSince` or `cursor`, deleted ones, too, as whole products.",
    query: z.extend(OwnProductQuery, syncFields),
    response: z.array(ProductSummary),
    list: true,
  }),
  exportProducts: exportOf(
    { path: '/api/business/products', access: own, token: 'read', query: OwnProductQuery },
    "The caller's own products as a CSV or Excel file, filtered and sorted like the list.",
  ),
  workbook: endpoint({
    method: 'GET',
    path: '/api/business/products/workbook',
    access: own,
    token: 'read',
    summary:
      "Exports the caller's own products with all their facts as a file that the import accepts: an .xlsx workbook, or one .csv file.",
    query: z.object({ format: z._default(z.enum(['xlsx', 'csv']), 'xlsx') }),
    response: z.string(),
    produces: Object.values(EXPORT_TYPES),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/business/stats',
    access: own,
    token: 'read',
    summary: "Counts the caller's own products, orders and sales.",
    response: BusinessStats,
  }),
}
