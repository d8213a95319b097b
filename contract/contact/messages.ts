import * as z from 'zod/mini'
import { Email, identifier, line, requiredLine, requiredText, text, trap } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'

/** Forms that a message can come from. */
export const CONTACT_TOPICS = ['contact', 'consultation', 'quote'] as const

/** The sender. */
const writer = {
  name: requiredLine(120, 'Please enter your name'),
  email: Email,
  phone: z.optional(identifier(40)),
  company: z.optional(line(120)),
  /** Key of an attached saved calculation. */
  calculation: z.optional(identifier(100)),
  website: trap,
}

/** A message from the contact form or a request for a consultation. */
export const ContactBody = z.object({
  ...writer,
  message: requiredText(5000, 'Please enter your message'),
  topic: z._default(z.enum(CONTACT_TOPICS), 'contact'),
  /** Preferred times of a consultation. */
  preferredTimes: z.optional(text(300)),
})
export type ContactBody = z.output<typeof ContactBody>

export const messages = {
  contact: endpoint({
    method: 'POST',
    path: '/api/contact',
    access: 'anyone',
    personal: true,
    summary: 'Sends the team a message; the response and the email that follows contain its reference.',
    body: ContactBody,
    response: z.object({ ok: z.literal(true), reference: z.string() }),
    status: 202,
  }),
}
