import * as z from 'zod/mini'
import { PRODUCT_STATUSES, PRODUCT_TYPES } from '#domain/product.ts'
import { pageFields, queryBoolean, text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PRODUCT_GRID_SORTS } from './product-grid.ts'
import { Product, ProductIdParams, ProductSummary } from './products.ts'

const staffRoles = ['application_admin', 'super_admin'] as const

export const staffProducts = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/products/all',
    access: staffRoles,
    summary: 'Every product of every business; deleted ones only with `status=Deleted`.',
    query: z.object({
      ...pageFields,
      status: z.optional(z.enum(PRODUCT_STATUSES)),
      category: z.optional(text(80)),
      type: z.optional(z.enum(PRODUCT_TYPES)),
      businessId: z.optional(text(80)),
      featured: z.optional(queryBoolean),
      lowStock: z.optional(queryBoolean),
      sort: z.optional(z.enum(PRODUCT_GRID_SORTS)),
    }),
    response: z.array(ProductSummary),
    list: true,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/products/:productId/status',
    access: ['super_admin'],
    summary: 'Sets the status of a product, any after any. Deleted takes it out of the shop; any other status brings it back.',
    params: ProductIdParams,
    body: z.object({ status: z.enum(PRODUCT_STATUSES) }),
    response: Product,
  }),
}
