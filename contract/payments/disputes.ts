import * as z from 'zod/mini'
import { pageFields, queryBoolean } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { OrderDispute, OwnOrderDispute } from '#contract/orders/order-dispute.ts'
import { DISPUTE_STATUSES } from '#domain/dispute.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const seller = ['business_admin'] as const

const OWN_DISPUTE_SORTS = ['-openedAt', 'openedAt', '-evidenceDueAt', 'evidenceDueAt'] as const
/** Orders of the staff's list of disputes; a minus reverses. */
export const DISPUTE_SORTS = [...OWN_DISPUTE_SORTS, '-amount', 'amount'] as const

/** A disputed payment in the staff's list. */
export const Dispute = z.extend(OrderDispute, { orderId: z.string(), orderNumber: z.string(), customer: z.object({ name: z.string() }) })
export type Dispute = z.output<typeof Dispute>

/** As `OwnOrderDispute`, in the seller's list. */
export const OwnDispute = z.extend(OwnOrderDispute, { orderId: z.string(), orderNumber: z.string() })
export type OwnDispute = z.output<typeof OwnDispute>

const filterFields = {
  ...pageFields,
  status: z.optional(z.enum(DISPUTE_STATUSES)),
  /** True: not decided yet; false: decided. */
  open: z.optional(queryBoolean),
}

const list = endpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  access: STAFF_ROLES,
  permission: 'payments.read',
  summary:
    'Card payments that their cardholders dispute, newest first; a search reads the order number, the customer and the id at Stripe.',
  query: z.object({ ...filterFields, sort: z.optional(z.enum(DISPUTE_SORTS)) }),
  response: z.array(Dispute),
  list: true,
})

const listOwn = endpoint({
  method: 'GET',
  path: '/api/business/disputes',
  access: seller,
  token: 'read',
  summary: "Disputed payments of the caller's orders with the caller's share of the amount, newest first; approved sellers only.",
  query: z.object({ ...filterFields, sort: z.optional(z.enum(OWN_DISPUTE_SORTS)) }),
  response: z.array(OwnDispute),
  list: true,
})

export const disputes = {
  list,
  export: exportOf(list, 'The same disputes as one file.', { stepUp: true }),
  listOwn,
  exportOwn: exportOf(listOwn, 'The same disputes as one file.'),
}
