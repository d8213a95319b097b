import * as z from 'zod/mini'
import { Id, pageFields, queryInt } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'

const staffRoles = ['application_admin', 'super_admin'] as const

/** Waiting: it leaves by itself, now or at its next try. Failed: it was tried eight times, or refused for good, and is tried no more. */
export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const

export const MailEntry = z.object({
  id: z.int(),
  to: z.string(),
  /** The name of its text, such as `order-placed`. */
  template: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  createdAt: z.string(),
  /** When it is tried next; null unless it is waiting. */
  dueAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  attempts: z.int(),
  /** Why the last try failed; null where none has. */
  lastError: z.nullable(z.string()),
  /** Why it cannot be sent again; null: it can. */
  notAgain: z.nullable(z.string()),
})
export type MailEntry = z.output<typeof MailEntry>

export const MailDetail = z.extend(MailEntry, {
  /** The mail as plain text; the keys in its links are left out. */
  text: z.string(),
})
export type MailDetail = z.output<typeof MailDetail>

const MailParams = z.object({ id: queryInt(1, 2_147_483_647) })

export const mails = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/mails',
    access: staffRoles,
    summary:
      'Every mail that the shop has written, the newest first; `search` looks at the addresses, `orderId` leaves those about one order.',
    query: z.object({ ...pageFields, state: z.optional(z.enum(MAIL_STATES)), orderId: z.optional(Id) }),
    response: z.array(MailEntry),
    list: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/mails/:id',
    access: staffRoles,
    summary: 'One mail with its text; the keys in its links are left out.',
    params: MailParams,
    response: MailDetail,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/admin/mails/:id/resend',
    access: staffRoles,
    summary:
      'Sends a mail once more: one that failed is tried again, of one that was sent a copy leaves. 409 with the reason where that makes no sense.',
    params: MailParams,
    response: MailEntry,
  }),
}
