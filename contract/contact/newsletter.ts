import * as z from 'zod/mini'
import { Email, Ok, trap } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'

/** The token of a link in a mail. */
const LinkBody = z.object({ token: z.string().check(z.maxLength(256)) })

export const newsletter = {
  subscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter',
    access: 'anyone',
    personal: true,
    summary: 'Asks for the newsletter: a mail with a link to confirm follows. The same answer for every address.',
    body: z.object({ email: Email, website: trap }),
    response: Ok,
    status: 202,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/newsletter/confirm',
    access: 'anyone',
    personal: true,
    summary: 'Confirms a subscription by the link of its mail.',
    body: LinkBody,
    response: Ok,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter/unsubscribe',
    access: 'anyone',
    personal: true,
    summary: 'Ends a subscription by the link of a newsletter; repeating it changes nothing.',
    body: LinkBody,
    response: Ok,
  }),
}
