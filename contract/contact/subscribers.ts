import * as z from 'zod/mini'
import { IdParams, Ok, pageFields } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** States of a newsletter subscription. */
export const SUBSCRIBER_STATUSES = ['pending', 'confirmed', 'unsubscribed'] as const

/** A newsletter subscription with its consent, without the tokens of its links. */
export const Subscriber = z.object({
  id: z.string(),
  /** '' for a former subscription, of which only a hash of the address is left. */
  email: z.string(),
  status: z.enum(SUBSCRIBER_STATUSES),
  consentText: z.string(),
  /** Time of the request. */
  createdAt: z.string(),
  /** Expiry of the confirmation link. */
  confirmBy: z.string(),
  confirmedAt: z.nullable(z.string()),
  unsubscribedAt: z.nullable(z.string()),
})
export type Subscriber = z.output<typeof Subscriber>

const SUBSCRIBER_SORTS = ['-createdAt', 'createdAt', 'email', '-email', 'status', '-status', '-confirmedAt', 'confirmedAt'] as const

/** Filters, page and order of the list of subscribers. */
export const SubscriberQuery = z.object({
  ...pageFields,
  status: z.optional(z.enum(SUBSCRIBER_STATUSES)),
  sort: z.optional(z.enum(SUBSCRIBER_SORTS)),
})
export type SubscriberQuery = z.output<typeof SubscriberQuery>

const listSubscribers = endpoint({
  method: 'GET',
  path: '/api/admin/newsletter',
  access: STAFF_ROLES,
  permission: 'support.read',
  summary: 'Lists newsletter subscriptions with their consent, newest first.',
  query: SubscriberQuery,
  response: z.array(Subscriber),
  list: true,
})

export const subscribers = {
  list: listSubscribers,
  export: exportOf(listSubscribers, 'The addresses that the filters leave, as a file.', { stepUp: true }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/admin/newsletter/:id/unsubscribe',
    access: STAFF_ROLES,
    permission: 'support.write',
    summary: 'Unsubscribes a reader who asked for it. Idempotent.',
    params: IdParams,
    response: Subscriber,
  }),
  erase: endpoint({
    method: 'DELETE',
    path: '/api/admin/newsletter/:id',
    access: STAFF_ROLES,
    permission: 'support.write',
    summary: 'Deletes an address and all its data, because its reader asked for it.',
    params: IdParams,
    response: Ok,
  }),
}
