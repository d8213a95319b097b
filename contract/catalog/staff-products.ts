import * as z from 'zod/mini'
import { identifier, pageFields, queryBoolean, querySorts, queryValues } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { EXPORT_TYPES } from '#contract/export.ts'
import { syncFields } from '#contract/sync.ts'
import { PRODUCT_STATUSES, PRODUCT_TYPES } from '#domain/product.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { missingOption, PRODUCT_GRID_SORTS } from './product-grid.ts'
import { fieldsOption, Product, ProductIdParams, ProductSummary } from './products.ts'

/** Filters, page and order of the staff's product list, which has all statuses. */
export const StaffProductQuery = z.object({
  ...pageFields,
  ...fieldsOption,
  ...missingOption,
  /** `featured`: in any status but Deleted. */
  status: z.optional(queryValues(z.enum([...PRODUCT_STATUSES, 'featured']))),
  /** Current or former values of categories. */
  category: z.optional(queryValues(identifier(80))),
  type: z.optional(z.enum(PRODUCT_TYPES)),
  businessId: z.optional(queryValues(identifier(80))),
  featured: z.optional(queryBoolean),
  /** Stock below the low level of the settings. */
  lowStock: z.optional(queryBoolean),
  sort: z.optional(querySorts(z.enum(PRODUCT_GRID_SORTS))),
})
export type StaffProductQuery = z.output<typeof StaffProductQuery>

/** Counts over all products; `total` and `featuredActive` leave deleted ones out. */
export const ProductCounts = z.object({
  total: z.int(),
  active: z.int(),
  inactive: z.int(),
  suspended: z.int(),
  deleted: z.int(),
  featuredActive: z.int(),
})
export type ProductCounts = z.output<typeof ProductCounts>

/** One change of a product, by a user (from the audit log) or by an import. */
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
    access: STAFF_ROLES,
    token: 'read',
    permission: 'catalog.read',
    summary:
      'Lists every product of every business; deleted ones only with `status=Deleted`, and by changes, with `updatedSince` or `cursor`, as whole products.',
    query: z.extend(StaffProductQuery, syncFields),
    response: z.array(ProductSummary),
    list: true,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/admin/products/stats',
    access: STAFF_ROLES,
    token: 'read',
    permission: 'catalog.read',
    summary: 'Counts products by status, and the featured Active ones.',
    response: ProductCounts,
  }),
  exportFile: endpoint({
    method: 'GET',
    path: '/api/admin/products/export',
    access: STAFF_ROLES,
    token: 'read',
    permission: 'catalog.read',
    summary: 'Exports the filtered products as a file that the import accepts: an .xlsx workbook of four sheets, or one .csv file.',
    query: z.extend(StaffProductQuery, { format: z._default(z.enum(['xlsx', 'csv']), 'xlsx') }),
    response: z.string(),
    produces: Object.values(EXPORT_TYPES),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/admin/products/:productId/history',
    access: STAFF_ROLES,
    token: 'read',
    permission: 'catalog.read',
    summary: 'Lists the changes of a product, newest first.',
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
    summary: 'Sets the status of a product; every change is allowed. Deleted removes it from the shop, any other status restores it.',
    params: ProductIdParams,
    body: z.object({ status: z.enum(PRODUCT_STATUSES), version: z.optional(z.int()) }),
    response: Product,
  }),
}
