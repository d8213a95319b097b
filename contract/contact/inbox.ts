import * as z from 'zod/mini'
import { IdParams, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { CONTACT_TOPICS } from './messages.ts'

const staff = ['application_admin', 'super_admin'] as const

export const MESSAGE_STATUSES = ['open', 'answered'] as const

/** A message to the team as staff read it. */
export const InboxMessage = z.object({
  id: z.string(),
  /** What the writer quotes when asking about it. */
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  topic: z.enum(CONTACT_TOPICS),
  message: z.string(),
  /** What a quote or a consultation asks for beyond the message, with the labels of its form. */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The key of the calculation that came along; null: none. */
  calculation: z.nullable(z.string()),
  /** The account of who wrote it while signed in; null: none. */
  userId: z.nullable(z.string()),
  status: z.enum(MESSAGE_STATUSES),
  /** What staff noted for each other. */
  note: z.string(),
  answeredAt: z.nullable(z.string()),
  /** Who marked it as answered. */
  answeredBy: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.int(),
})
export type InboxMessage = z.output<typeof InboxMessage>

export const INBOX_SORTS = ['-createdAt', 'createdAt', 'name', '-name', 'topic', '-topic', 'status', '-status'] as const

export const InboxQuery = z.object({
  ...pageFields,
  topic: z.optional(z.enum(CONTACT_TOPICS)),
  status: z.optional(z.enum(MESSAGE_STATUSES)),
  sort: z.optional(z.enum(INBOX_SORTS)),
})
export type InboxQuery = z.output<typeof InboxQuery>

/** What is left out stays as it is. */
export const InboxChange = z.object({
  status: z.optional(z.enum(MESSAGE_STATUSES)),
  note: z.optional(text(2000)),
  version: z.optional(z.int()),
})
export type InboxChange = z.output<typeof InboxChange>

const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: staff,
  summary: 'Messages, wishes for a consultation and requests for quotes; the newest first.',
  query: InboxQuery,
  response: z.array(InboxMessage),
  list: true,
})

export const inbox = {
  list: listMessages,
  export: exportOf(listMessages, 'The messages that the filters leave, as a file.', { stepUp: true }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/messages/:id',
    access: staff,
    summary: 'One message.',
    params: IdParams,
    response: InboxMessage,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/messages/:id',
    access: staff,
    summary: 'Marks a message as answered or open, or notes something for the team.',
    params: IdParams,
    body: InboxChange,
    response: InboxMessage,
  }),
}
