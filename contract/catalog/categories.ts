import * as z from 'zod/mini'
import { IdParams, identifier, line, Ok, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** A category as shoppers see it; `value` is its name in URLs and filters. */
export const Category = z.object({
  id: z.string(),
  value: z.string(),
  label: z.string(),
  description: z.string(),
  kind: z.enum(PRODUCT_TYPES),
  /** Number of its public products. */
  count: z.int(),
  createdAt: z.string(),
  /** Former values; filters still accept them. */
  formerValues: z.array(z.string()),
})
export type Category = z.output<typeof Category>

/** A category with what only staff may know. */
export const StaffCategory = z.extend(Category, {
  /** Number of its products that are not deleted. */
  productCount: z.int(),
  version: z.int(),
})
export type StaffCategory = z.output<typeof StaffCategory>

/** A deleted category. */
export const DeletedCategory = z.object({
  id: z.string(),
  value: z.string(),
  label: z.string(),
  kind: z.enum(PRODUCT_TYPES),
  /** Number of its products that another category took over. */
  movedCount: z.int(),
  deletedAt: z.string(),
  /** Name of the user who deleted it; null when that account is gone. */
  deletedBy: z.nullable(z.string()),
  /** The caller may restore it. */
  canRestore: z.boolean(),
})
export type DeletedCategory = z.output<typeof DeletedCategory>

/** Value and label are required in every save; an omitted description or kind stays. */
export const CategoryBody = z.object({
  value: z.optional(identifier(80)),
  label: z.optional(line(120)),
  description: z.optional(text(1000)),
  kind: z.optional(z.enum(PRODUCT_TYPES)),
  version: z.optional(z.int()),
})
export type CategoryBody = z.output<typeof CategoryBody>

/** An id or a value; both identify a category (B171). */
const CategoryParams = z.object({ idOrValue: identifier(80) })

export const categories = {
  listPublic: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'anyone',
    mayLag: true,
    summary: "Lists the shop's categories with their public product counts.",
    query: z.object(pageFields),
    response: z.array(Category),
    list: true,
  }),
  listForStaff: endpoint({
    method: 'GET',
    path: '/api/admin/categories',
    access: STAFF_ROLES,
    token: 'read',
    permission: ['catalog.read', 'sellers.read'], // commission is by category
    summary: "Lists every category with its product count, in the shop's order.",
    query: z.object(pageFields),
    response: z.array(StaffCategory),
    list: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/categories',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Adds a category, of machines unless `kind` says otherwise.',
    body: CategoryBody,
    response: StaffCategory,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/categories/:idOrValue',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Changes a category. Its products stay in it, and filters by its old value still find them.',
    params: CategoryParams,
    body: CategoryBody,
    response: StaffCategory,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/categories/:idOrValue',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Deletes a category that no product uses, after moving its products to `moveTo` (id or value, of the same kind) if given.',
    params: CategoryParams,
    query: z.object({ moveTo: z.optional(identifier(80)) }),
    response: Ok,
  }),
  listDeleted: endpoint({
    method: 'GET',
    path: '/api/admin/categories/deleted',
    access: STAFF_ROLES,
    permission: 'catalog.read',
    summary: 'Lists the categories that were deleted in the last 90 days, newest first.',
    response: z.array(DeletedCategory),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/admin/categories/:id/restore',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary:
      'Restores a deleted category with its former values, and with its products that are still where they were moved to. Staff restore what they deleted themselves, super admins everything.',
    params: IdParams,
    response: StaffCategory,
  }),
}
