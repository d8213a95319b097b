import * as z from 'zod/mini'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { pageFields } from './common.ts'
import { endpoint } from './endpoint.ts'

export const Category = z.object({
  id: z.string(),
  value: z.string(),
  label: z.string(),
  description: z.string(),
  kind: z.enum(PRODUCT_TYPES),
  /** Products in it that the public may see. */
  count: z.int(),
  createdAt: z.string(),
})
export type Category = z.output<typeof Category>

export const categories = {
  listPublic: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'anyone',
    summary: 'The categories of the shop with their public product counts.',
    query: z.object(pageFields),
    response: z.array(Category),
    list: true,
  }),
}
