import * as z from 'zod/mini'
import { IdParams, requiredText } from '#contract/common.ts'
import { InboxMessage } from '#contract/contact/inbox.ts'
import { SUBSCRIBER_STATUSES } from '#contract/contact/subscribers.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Return } from '#contract/fulfillment/returns.ts'
import { Amount, Money } from '#contract/money.ts'
import { AdminOrderSummary } from '#contract/orders/orders.ts'
import { NoteBody, StaffNote } from '#contract/orders/staff-notes.ts'
import { TERM_DAYS } from '#domain/invoice.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { UserSummary } from './users.ts'

/** Payment terms that staff gave a user; null: as everybody. */
export const UserTerms = z.object({
  days: z.nullable(z.int()),
  /** Most that may be open, in USD. */
  limit: z.nullable(Amount),
})

/** New payment terms: days until an order is due, and the most that may be open in USD; null: the limits of the shop. */
export const TermsBody = z.object({
  days: z.int().check(z.refine((days) => TERM_DAYS.some((one) => one === days), { error: `Please choose ${TERM_DAYS.join(', ')} days` })),
  limit: z.nullable(Money),
  reason: requiredText(500, 'Please say why'),
})
export type TermsBody = z.output<typeof TermsBody>

/** A user as a customer: what was ordered, returned and written, and what was agreed to. */
const Customer = z.object({
  user: UserSummary,
  terms: UserTerms,
  figures: z.object({
    orderCount: z.int(),
    /** Total of the orders that were not canceled, in USD. */
    orderedUSD: Amount,
    returnCount: z.int(),
    lastOrderAt: z.nullable(z.string()),
  }),
  /** The newest orders and returns, and messages sent while signed in or under the confirmed address; at most 20 of each. */
  orders: z.array(AdminOrderSummary),
  returns: z.array(Return),
  messages: z.array(InboxMessage),
  /** Newsletter subscriptions of the confirmed address, with the text that was agreed to. */
  consents: z.array(
    z.object({
      status: z.enum(SUBSCRIBER_STATUSES),
      consentText: z.string(),
      createdAt: z.string(),
      confirmedAt: z.nullable(z.string()),
      unsubscribedAt: z.nullable(z.string()),
    }),
  ),
})
export type Customer = z.output<typeof Customer>

export const customers = {
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id',
    access: STAFF_ROLES,
    permission: 'people.read',
    summary: 'One user as a customer: orders, returns, messages and consent.',
    params: IdParams,
    response: Customer,
  }),
  setTerms: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/terms',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'people.write',
    stepUp: true,
    summary:
      'Gives a user payment terms: 0, 14, 30 or 60 days until new Pay Later orders are due, and a limit of what may be open, instead of those of the shop. Requires step-up.',
    params: IdParams,
    body: TermsBody,
    response: UserTerms,
  }),
  listNotes: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id/notes',
    access: STAFF_ROLES,
    permission: 'people.read',
    summary: 'Lists the internal notes about a customer, newest first.',
    params: IdParams,
    response: z.array(StaffNote),
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/notes',
    access: STAFF_ROLES,
    permission: 'support.write',
    summary: "Adds an internal note to a customer; it is part of the customer's data export.",
    params: IdParams,
    body: NoteBody,
    response: StaffNote,
    status: 201,
  }),
}
