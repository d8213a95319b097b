import * as z from 'zod/mini'
import { IdParams, Ok, pageFields } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'

const staff = ['application_admin', 'super_admin'] as const

export const SUBSCRIBER_STATUSES = ['pending', 'confirmed', 'unsubscribed'] as const

/** An address of the newsletter, with what its reader agreed to and when. No token of any link. */
export const Subscriber = z.object({
  id: z.string(),
  email: z.string(),
  status: z.enum(SUBSCRIBER_STATUSES),
  consentText: z.string(),
  /** When the reader asked for it. */
  createdAt: z.string(),
  /** Until when the link that confirms is good. */
  confirmBy: z.string(),
  confirmedAt: z.nullable(z.string()),
  unsubscribedAt: z.nullable(z.string()),
})
export type Subscriber = z.output<typeof Subscriber>

export const SUBSCRIBER_SORTS = ['-createdAt', 'createdAt', 'email', '-email', 'status', '-status', '-confirmedAt', 'confirmedAt'] as const

export const SubscriberQuery = z.object({
  ...pageFields,
  status: z.optional(z.enum(SUBSCRIBER_STATUSES)),
  sort: z.optional(z.enum(SUBSCRIBER_SORTS)),
})
export type SubscriberQuery = z.output<typeof SubscriberQuery>

const listSubscribers = endpoint({
  method: 'GET',
  path: '/api/admin/newsletter',
  access: staff,
  summary: 'The addresses of the newsletter with their consent; the newest first.',
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
    access: staff,
    summary: 'Ends a subscription because its reader asked for it; repeating it changes nothing.',
    params: IdParams,
    response: Subscriber,
  }),
  erase: endpoint({
    method: 'DELETE',
    path: '/api/admin/newsletter/:id',
    access: staff,
    summary: 'Forgets an address and all that was kept of it, because its reader asked for it.',
    params: IdParams,
    response: Ok,
  }),
}
