import * as z from 'zod/mini'
import { Id, pageFields, queryInt } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/**
 * Waiting: to be sent now or at its next attempt. Failed: after eight attempts or a permanent rejection, not retried. Digest: its recipient
 * gets it in the daily email. Bell: its recipient wants no email of it.
 */
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'digest', 'bell'] as const

/** An email that the shop sent, sends or could not send. */
export const MailEntry = z.object({
  id: z.int(),
  to: z.string(),
  /** Template, such as `order-placed`. */
  template: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  createdAt: z.string(),
  /** Time of the next attempt; null unless it is waiting. */
  dueAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  attempts: z.int(),
  /** Error of the last attempt; null if none failed. */
  lastError: z.nullable(z.string()),
  /** Reason why it cannot be sent again; null if it can. */
  notAgain: z.nullable(z.string()),
})
export type MailEntry = z.output<typeof MailEntry>

/** An email with its text. */
export const MailDetail = z.extend(MailEntry, {
  /** The email as plain text, without the tokens in its links. */
  text: z.string(),
})
export type MailDetail = z.output<typeof MailDetail>

const MailParams = z.object({ id: queryInt(1, 2_147_483_647) })

export const mails = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/mails',
    access: STAFF_ROLES,
    permission: 'system.read',
    summary: 'Lists the emails of the shop, newest first; `search` matches recipients, `orderId` selects those about one order.',
    query: z.object({ ...pageFields, state: z.optional(z.enum(MAIL_STATES)), orderId: z.optional(Id) }),
    response: z.array(MailEntry),
    list: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/mails/:id',
    access: STAFF_ROLES,
    permission: 'system.read',
    summary: 'Returns an email with its text, without the tokens in its links.',
    params: MailParams,
    response: MailDetail,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/admin/mails/:id/resend',
    access: STAFF_ROLES,
    permission: 'system.write',
    summary: 'Sends an email again: a failed one is retried, of a sent one a copy is sent. 409 with the reason if it cannot be sent.',
    params: MailParams,
    response: MailEntry,
  }),
}
