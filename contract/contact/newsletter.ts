import * as z from 'zod/mini'
import { Email, Ok, trap } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'

/** Token of a link in an email. */
const LinkBody = z.object({ token: z.string().check(z.maxLength(256)) })

export const newsletter = {
  subscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter',
    access: 'anyone',
    personal: true,
    summary: 'Requests the newsletter: an email with a confirmation link follows. The response is the same for every address.',
    body: z.object({ email: Email, website: trap }),
    response: Ok,
    status: 202,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/newsletter/confirm',
    access: 'anyone',
    personal: true,
    summary: 'Confirms a subscription by the link in its email.',
    body: LinkBody,
    response: Ok,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter/unsubscribe',
    access: 'anyone',
    personal: true,
    summary: 'Unsubscribes by the link in a newsletter. Idempotent.',
    body: LinkBody,
    response: Ok,
  }),
}
