import * as z from 'zod/mini'
import { pageFields, queryBoolean, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { EXPORT_TYPES } from '#contract/export.ts'
import { PRODUCT_STATUSES, PRODUCT_TYPES } from '#domain/product.ts'
import { PRODUCT_GRID_SORTS } from './product-grid.ts'
import { Product, ProductIdParams, ProductSummary } from './products.ts'

const staffRoles = ['application_admin', 'super_admin'] as const

export const StaffProductQuery = z.object({
  ...pageFields,
  /** `featured`: in any status but Deleted (D225). */
  status: z.optional(z.enum([...PRODUCT_STATUSES, 'featured'])),
  /** The value of a category, or one that it had before. */
  category: z.optional(text(80)),
  type: z.optional(z.enum(PRODUCT_TYPES)),
  businessId: z.optional(text(80)),
  featured: z.optional(queryBoolean),
  /** Fewer than 10 pieces. */
  lowStock: z.optional(queryBoolean),
  sort: z.optional(z.enum(PRODUCT_GRID_SORTS)),
})
export type StaffProductQuery = z.output<typeof StaffProductQuery>

/** Over all products of the shop; `total` and the featured ones without deleted ones. */
export const ProductCounts = z.object({
  total: z.int(),
  active: z.int(),
  inactive: z.int(),
  suspended: z.int(),
  deleted: z.int(),
  featuredActive: z.int(),
})
export type ProductCounts = z.output<typeof ProductCounts>

/** One change of a product: by a person, as the audit log has it, or by a file that was imported. */
export const ProductChange = z.object({
  id: z.string(),
  at: z.string(),
  actorName: z.string(),
  actorRole: z.string(),
  action: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export type ProductChange = z.output<typeof ProductChange>

export const staffProducts = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/products/all',
    access: staffRoles,
    summary: 'Every product of every business; deleted ones only with `status=Deleted`.',
    query: StaffProductQuery,
    response: z.array(ProductSummary),
    list: true,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/admin/products/stats',
    access: staffRoles,
    summary: 'How many products there are in each status, and how many Active ones are featured.',
    response: ProductCounts,
  }),
  exportFile: endpoint({
    method: 'GET',
    path: '/api/admin/products/export',
    access: staffRoles,
    summary:
      'The products that the filters of the list leave, as the file that the import reads: an .xlsx workbook of four sheets, or one .csv file.',
    query: z.extend(StaffProductQuery, { format: z._default(z.enum(['xlsx', 'csv']), 'xlsx') }),
    response: z.string(),
    produces: Object.values(EXPORT_TYPES),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/admin/products/:productId/history',
    access: staffRoles,
    summary: 'Who changed what of a product, the newest first.',
    params: ProductIdParams,
    query: z.object({ page: pageFields.page, limit: pageFields.limit }),
    response: z.array(ProductChange),
    list: true,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/products/:productId/status',
    invalidates: true,
    access: ['super_admin'],
    summary: 'Sets the status of a product, any after any. Deleted takes it out of the shop; any other status brings it back.',
    params: ProductIdParams,
    body: z.object({ status: z.enum(PRODUCT_STATUSES), version: z.optional(z.int()) }),
    response: Product,
  }),
}
