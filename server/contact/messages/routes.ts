import type { FastifyInstance } from 'fastify'
import { messages } from '#contract/contact/messages.ts'
import { normalizeEmail } from '#domain/user.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { createAddressLimit, createCounter, FORMS_PER_ADDRESS } from '#server/platform/http/throttle.ts'
import { sendMessage } from './send-message.ts'

/** Limit of copies to one address, so that nobody's mailbox can be flooded. */
const COPIES_PER_RECIPIENT = { limit: 5, windowMs: 3_600_000 }

/** Messages to the team, open to everyone. */
export function messageRoutes(app: FastifyInstance, deps: Deps): void {
  const limit = createAddressLimit(deps, 'message', FORMS_PER_ADDRESS)
  const copies = createCounter(deps, 'copy', COPIES_PER_RECIPIENT)
  const canGetCopy = async (email: string) => (await copies(normalizeEmail(email))) === 0

  route(app, messages.contact, async ({ actor, body, request }) => {
    await limit(request.ip)
    const reference = await sendMessage(deps, { actor, canGetCopy: await canGetCopy(body.email) }, body)
    return { ok: true as const, reference }
  })
}
