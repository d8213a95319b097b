import * as z from 'zod/mini'
import { IdParams, pageFields, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { MAIL_STATES } from '#contract/platform/mails.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { CONTACT_TOPICS } from './messages.ts'

const MESSAGE_STATUSES = ['open', 'answered'] as const

/** A reply of the team, as it was emailed to the sender. */
const MessageReply = z.object({
  id: z.string(),
  text: z.string(),
  /** Name of its author; null if that account was deleted. */
  by: z.nullable(z.string()),
  at: z.string(),
  /** Its email in the log; null once the log no longer has it. */
  email: z.nullable(z.object({ id: z.int(), state: z.enum(MAIL_STATES) })),
})
export type MessageReply = z.output<typeof MessageReply>

/** A message to the team, for staff. */
export const InboxMessage = z.object({
  id: z.string(),
  /** Reference that the sender can quote. */
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  company: z.nullable(z.string()),
  topic: z.enum(CONTACT_TOPICS),
  message: z.string(),
  /** Details of a quote or consultation request, with the labels of its form. */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Key of the attached calculation; null for none. */
  calculation: z.nullable(z.string()),
  /** Account of a signed-in sender; null for none. */
  userId: z.nullable(z.string()),
  status: z.enum(MESSAGE_STATUSES),
  /** Internal note of the team. */
  note: z.string(),
  answeredAt: z.nullable(z.string()),
  /** Name of the person who marked it as answered. */
  answeredBy: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.int(),
})
export type InboxMessage = z.output<typeof InboxMessage>

/** A message with its replies, oldest first. */
const MessageThread = z.extend(InboxMessage, { replies: z.array(MessageReply) })
export type MessageThread = z.output<typeof MessageThread>

const ReplyBody = z.object({ text: requiredText(5000, 'Please enter your reply') })

const INBOX_SORTS = ['-createdAt', 'createdAt', 'name', '-name', 'topic', '-topic', 'status', '-status'] as const

/** Filters, page and order of the inbox; `search` reads senders and messages. */
export const InboxQuery = z.object({
  ...pageFields,
  topic: z.optional(z.enum(CONTACT_TOPICS)),
  status: z.optional(z.enum(MESSAGE_STATUSES)),
  sort: z.optional(z.enum(INBOX_SORTS)),
})
export type InboxQuery = z.output<typeof InboxQuery>

/** Fields that are left out stay unchanged. */
export const InboxChange = z.object({
  status: z.optional(z.enum(MESSAGE_STATUSES)),
  note: z.optional(text(2000)),
  version: z.optional(z.int()),
})
export type InboxChange = z.output<typeof InboxChange>

const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: STAFF_ROLES,
  permission: 'support.read',
  summary: 'Lists messages, consultation requests and quote requests, newest first.',
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
    access: STAFF_ROLES,
    permission: 'support.read',
    summary: 'One message with its replies.',
    params: IdParams,
    response: MessageThread,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/messages/:id',
    access: STAFF_ROLES,
    permission: 'support.write',
    summary: 'Marks a message as answered or open, or saves a note for the team.',
    params: IdParams,
    body: InboxChange,
    response: InboxMessage,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/admin/messages/:id/replies',
    access: STAFF_ROLES,
    permission: 'support.write',
    summary: 'Emails a reply to the sender, stores it with the message and marks the message as answered.',
    params: IdParams,
    body: ReplyBody,
    response: MessageThread,
    status: 201,
    idempotent: true,
  }),
}
