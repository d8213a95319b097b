import * as z from 'zod/mini'
import { Ok, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'

const staffRoles = ['application_admin', 'super_admin'] as const

export const Category = z.object({
  id: z.string(),
  value: z.string(),
  label: z.string(),
  description: z.string(),
  kind: z.enum(PRODUCT_TYPES),
  /** Products in it that the public may see. */
  count: z.int(),
  createdAt: z.string(),
  /** Values that it had before; filters still follow them. */
  formerValues: z.array(z.string()),
})
export type Category = z.output<typeof Category>

/** A category as staff see it. */
export const StaffCategory = z.extend(Category, {
  /** Products in it that are not deleted. */
  productCount: z.int(),
  version: z.int(),
})
export type StaffCategory = z.output<typeof StaffCategory>

/** Value and label are needed in every save; without a description or kind the stored ones stay. */
export const CategoryBody = z.object({
  value: z.optional(text(80)),
  label: z.optional(text(120)),
  description: z.optional(text(1000)),
  kind: z.optional(z.enum(PRODUCT_TYPES)),
  version: z.optional(z.int()),
})
export type CategoryBody = z.output<typeof CategoryBody>

/** An id or a value; both address a category (B171, D229). */
const CategoryParams = z.object({ idOrValue: text(80) })

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
  listForStaff: endpoint({
    method: 'GET',
    path: '/api/admin/categories',
    access: staffRoles,
    summary: 'Every category with how many products it has, in the order of the shop.',
    query: z.object(pageFields),
    response: z.array(StaffCategory),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/categories',
    invalidates: true,
    access: staffRoles,
    summary: 'Adds a category, of machines unless `kind` says otherwise.',
    body: CategoryBody,
    response: StaffCategory,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/categories/:idOrValue',
    invalidates: true,
    access: staffRoles,
    summary: 'Changes a category. Its products stay in it, and filters by its old value go on finding them.',
    params: CategoryParams,
    body: CategoryBody,
    response: StaffCategory,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/categories/:idOrValue',
    invalidates: true,
    access: staffRoles,
    summary: 'Deletes a category that no product uses; `moveTo` (id or value, of the same kind) takes its products first.',
    params: CategoryParams,
    query: z.object({ moveTo: z.optional(text(80)) }),
    response: Ok,
  }),
}
