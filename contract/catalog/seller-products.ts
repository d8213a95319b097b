import * as z from 'zod/mini'
import { pageFields, queryBoolean, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount } from '#contract/money.ts'
import { PRODUCT_STATUSES } from '#domain/product.ts'
import { PRODUCT_GRID_SORTS } from './product-grid.ts'
import { ProductSummary } from './products.ts'

const own = ['business_admin'] as const

/** How a seller narrows and sorts the own products. */
export const OwnProductQuery = z.object({
  ...pageFields,
  featured: z.optional(queryBoolean),
  /** Fewer than 10 pieces. */
  lowStock: z.optional(queryBoolean),
  /** Without a picture or a full description. */
  incomplete: z.optional(queryBoolean),
  status: z.optional(z.enum(PRODUCT_STATUSES)),
  category: z.optional(text(80)),
  sort: z.optional(z.enum(PRODUCT_GRID_SORTS)),
})
export type OwnProductQuery = z.output<typeof OwnProductQuery>

/** A business's goods in numbers; amounts in USD. */
export const BusinessStats = z.object({
  totalProducts: z.int(),
  activeProducts: z.int(),
  /** Products that staff took out of the shop. */
  suspendedProducts: z.int(),
  featuredProducts: z.int(),
  /** Products with fewer pieces than the settings' low level. */
  lowStock: z.int(),
  /** Products without a picture or a full description. */
  incompleteProducts: z.int(),
  /** Orders of which the own part is new, is accepted and not shipped, is on its way. */
  newOrders: z.int(),
  ordersToShip: z.int(),
  ordersOnTheWay: z.int(),
  /** Orders of which the own part is not shipped yet. */
  waitingOrders: z.int(),
  /** Returns that nobody has answered, and those whose goods are here and whose money is not back. */
  returnsToAnswer: z.int(),
  returnsToRefund: z.int(),
  /** Pieces in stock at their prices. */
  inventoryValue: Amount,
  /** Pieces and money of lines whose part of the order is not cancelled. */
  unitsSold: z.int(),
  revenue: Amount,
})
export type BusinessStats = z.output<typeof BusinessStats>

export const sellerProducts = {
  products: endpoint({
    method: 'GET',
    path: '/api/business/products',
    access: own,
    summary: "The caller's own products in every status but Deleted.",
    query: OwnProductQuery,
    response: z.array(ProductSummary),
    list: true,
  }),
  exportProducts: exportOf(
    { path: '/api/business/products', access: own, query: OwnProductQuery },
    "The caller's own products as a CSV or Excel file, filtered and sorted like the list.",
  ),
  stats: endpoint({
    method: 'GET',
    path: '/api/business/stats',
    access: own,
    summary: "The caller's own goods and sales in numbers.",
    response: BusinessStats,
  }),
}
