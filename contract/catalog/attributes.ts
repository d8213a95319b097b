import * as z from 'zod/mini'
import { Id, IdParams, identifier, line, Ok, pageFields } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { ATTRIBUTE_KINDS, MAX_CHOICES } from '#domain/attribute.ts'
import { UNITS } from '#domain/units.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const Use = z.object({
  categoryId: z.string(),
  /** Value and label of the category. */
  category: z.string(),
  categoryLabel: z.string(),
  position: z.int(),
  isRequired: z.boolean(),
  /** Buyers filter lists by it. */
  isFacet: z.boolean(),
  /** Products are compared by it. */
  isCompared: z.boolean(),
})

/** A typed specification with the categories that use it, in their order. */
export const AttributeAnswer = z.object({
  id: z.string(),
  key: z.string(),
  label: z.string(),
  kind: z.enum(ATTRIBUTE_KINDS),
  unit: z.nullable(z.enum(UNITS)),
  decimals: z.int(),
  choices: z.array(z.object({ value: z.string(), label: z.string(), names: z.optional(z.array(z.string())) })),
  /** Names of the rows that have its value, in lower case. */
  names: z.array(z.string()),
  uses: z.array(Use),
})
export type AttributeAnswer = z.output<typeof AttributeAnswer>

/** As staff see it. */
export const StaffAttribute = z.extend(AttributeAnswer, {
  /** Number of products with a value, deleted ones included. */
  productCount: z.int(),
  version: z.int(),
})
export type StaffAttribute = z.output<typeof StaffAttribute>

const DECIMALS = 'Please choose 0 to 4 decimals.'

/** A specification as it is saved. Its key is made from the label where none is given, and never changes. */
export const AttributeBody = z.object({
  key: z.optional(identifier(80)),
  label: line(80),
  kind: z.enum(ATTRIBUTE_KINDS, { error: 'Please choose number, text or choice.' }),
  /** Of a number; null: none. */
  unit: z._default(z.nullable(z.enum(UNITS, { error: `Please choose a unit: ${UNITS.join(', ')}.` })), null),
  /** Of a number: 0 to 4. */
  decimals: z._default(z.int({ error: DECIMALS }).check(z.minimum(0, { error: DECIMALS }), z.maximum(4, { error: DECIMALS })), 0),
  /** Of a choice: labels, each with the value that it has had; a new one gets a value made from its label. */
  choices: z._default(
    z
      .array(z.object({ value: z.optional(identifier(80)), label: line(80) }))
      .check(z.refine((choices) => choices.length <= MAX_CHOICES, { error: `A specification has at most ${MAX_CHOICES} choices.` })),
    [],
  ),
  version: z.optional(z.int()),
})
export type AttributeBody = z.output<typeof AttributeBody>

/** The specifications of a category, in their order. */
export const CategoryAttributesBody = z.object({
  attributes: z.array(z.object({ id: Id, isRequired: z.boolean(), isFacet: z.boolean(), isCompared: z.boolean() })).check(z.maxLength(60)),
  /** Version of the category. */
  version: z.optional(z.int()),
})
export type CategoryAttributesBody = z.output<typeof CategoryAttributesBody>

/** Filters, page and order of the specifications; the search reads label, key, unit and choices. */
export const AttributeQuery = z.object({
  ...pageFields,
  kind: z.optional(z.enum(ATTRIBUTE_KINDS)),
  /** Value of a category that uses it. */
  category: z.optional(identifier(80)),
  sort: z.optional(z.enum(['label', '-label', 'key', '-key', 'products', '-products'])),
})
export type AttributeQuery = z.output<typeof AttributeQuery>

const listForStaff = endpoint({
  method: 'GET',
  path: '/api/admin/attributes',
  access: STAFF_ROLES,
  token: 'read',
  permission: 'catalog.read',
  summary: 'Lists the typed specifications with the number of products that have a value.',
  query: AttributeQuery,
  response: z.array(StaffAttribute),
  list: true,
})

export const attributes = {
  list: endpoint({
    method: 'GET',
    path: '/api/attributes',
    access: 'anyone',
    shows: ['catalog'],
    mayLag: true,
    summary: 'Lists the typed specifications with the categories that use them.',
    response: z.array(AttributeAnswer),
  }),
  listForStaff,
  export: exportOf(listForStaff, 'Exports the typed specifications.'),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/attributes',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Adds a typed specification. Rows of products with its label are read as its values once a category uses it.',
    body: AttributeBody,
    response: StaffAttribute,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/attributes/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary:
      'Changes a typed specification; the values of products follow. What would take values from products is refused: another kind, a unit that measures something else, a choice less.',
    params: IdParams,
    body: AttributeBody,
    response: StaffAttribute,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/attributes/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Deletes a typed specification that no product uses.',
    params: IdParams,
    response: Ok,
  }),
  setUses: endpoint({
    method: 'PUT',
    path: '/api/admin/categories/:id/attributes',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Sets the specifications of a category, in their order; the values of its products follow.',
    params: IdParams,
    body: CategoryAttributesBody,
    response: z.array(StaffAttribute),
  }),
}
