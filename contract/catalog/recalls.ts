import * as z from 'zod/mini'
import { pageFields, requiredText } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { ProductForm } from './product-edits.ts'
import { ProductIdParams, Recall } from './products.ts'

/** A recalled product, as everybody sees it. */
const RecalledProduct = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Address of its first picture. */
  image: z.string(),
  brand: z.string(),
  mpn: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  businessName: z.string(),
  recall: Recall,
})
export type RecalledProduct = z.output<typeof RecalledProduct>

export const recalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/recalls',
    access: 'anyone',
    shows: ['catalog'],
    summary: 'Lists the recalled products, newest recall first.',
    query: z.object({ page: pageFields.page, limit: pageFields.limit }),
    response: z.array(RecalledProduct),
    list: true,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/products/:productId/recall',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary:
      'Recalls a product: its sale stops, and every buyer gets an email. Of a recalled one it corrects the text, without another email.',
    params: ProductIdParams,
    body: z.object({
      /** Danger, and what buyers should do. */
      text: requiredText(4000, 'Please say what is dangerous and what buyers should do.'),
      version: z.optional(z.int()),
    }),
    response: ProductForm,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/admin/products/:productId/recall',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Ends the recall of a product that was announced by mistake: it can be sold again.',
    params: ProductIdParams,
    response: ProductForm,
  }),
}
