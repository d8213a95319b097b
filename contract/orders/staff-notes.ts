import * as z from 'zod/mini'
import { Id, IdParams, identifier, Ok, requiredText } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { customerFields } from '#contract/identity/customer.ts'
import { MAX_ORDER_TAGS, ORDER_TAG_LENGTH } from '#domain/order.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { Order } from './orders.ts'

/** A note of staff for each other. */
export const StaffNote = z.object({
  id: z.string(),
  text: z.string(),
  /** Name of its author; null if that account was deleted. */
  by: z.nullable(z.string()),
  at: z.string(),
  /** True if the caller may delete it: its author, and super admins. */
  canDelete: z.boolean(),
})
export type StaffNote = z.output<typeof StaffNote>

/** A new internal note. */
export const NoteBody = z.object({ text: requiredText(2000, 'Please enter a note') })

/** Corrected delivery address. The country stays: shipping and tax were calculated for it. */
const OrderAddress = z.object({
  firstName: customerFields.firstName,
  lastName: customerFields.lastName,
  company: customerFields.company,
  address: customerFields.address,
  city: customerFields.city,
  state: customerFields.state,
  zipCode: customerFields.zipCode,
  phone: customerFields.phone,
  notes: customerFields.notes,
  version: z.optional(z.int()),
})
export type OrderAddress = z.output<typeof OrderAddress>

export const staffNotes = {
  listOfOrder: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id/notes',
    access: STAFF_ROLES,
    permission: 'orders.read',
    summary: 'Lists the internal notes about an order, newest first.',
    params: IdParams,
    response: z.array(StaffNote),
  }),
  addToOrder: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/notes',
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'Adds an internal note to an order; sellers and the buyer never see it in the shop.',
    params: IdParams,
    body: NoteBody,
    response: StaffNote,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/notes/:id',
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'Deletes an internal note: one of the caller, or any for super admins.',
    params: z.object({ id: Id }),
    response: Ok,
  }),
}

/** Calls by which staff organize and correct an order; they are named `orders.…` as those that read them. */
export const orderCorrections = {
  setTags: endpoint({
    method: 'PUT',
    path: '/api/admin/orders/:id/tags',
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'Replaces the tags of an order; the search of staff finds orders by them.',
    params: IdParams,
    body: z.object({
      tags: z.array(identifier(ORDER_TAG_LENGTH)).check(z.maxLength(MAX_ORDER_TAGS, { error: `At most ${MAX_ORDER_TAGS} tags` })),
    }),
    response: Order,
  }),
  correctAddress: endpoint({
    method: 'PUT',
    path: '/api/admin/orders/:id/address',
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'Corrects the delivery address before any part is shipped; the buyer is emailed.',
    params: IdParams,
    body: OrderAddress,
    response: Order,
  }),
}
