import * as z from 'zod/mini'
import { Id, IdParams, Ok, pageFields, requiredText } from '#contract/common.ts'
import { anyEndpoint } from '#contract/endpoint.ts'
import type { Access } from '#domain/access.ts'
import type { Permission } from '#domain/permissions.ts'
import type { MemberKind } from '#domain/team.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { DELIVERY_STATES, MAX_WEBHOOKS, WEBHOOK_EVENTS, WEBHOOK_OFF_REASONS, WEBHOOK_URL_LENGTH } from '#domain/webhook.ts'

/** An address that is notified of events. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isActive: z.boolean(),
  /** Reason why it is off; null while it is on. */
  offReason: z.nullable(z.enum(WEBHOOK_OFF_REASONS)),
  /** Time of the first attempt that failed after the last that succeeded; null: none did. */
  failingSince: z.nullable(z.string()),
  /** End of the time in which the secret before the last rotation signs, too; null: only one does. */
  oldSecretUntil: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.int(),
})
export type Webhook = z.output<typeof Webhook>

/** A webhook with its new secret, which is shown this once. */
export const WebhookWithSecret = z.extend(Webhook, { secret: z.string() })
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>

/** An event that was sent to a webhook, or will be. */
export const WebhookDelivery = z.object({
  /** The `webhook-id` of the message, the same in every attempt. */
  id: z.string(),
  webhookId: z.string(),
  /** The event, or `webhook.test`. */
  type: z.string(),
  /** The order, return, product or payout; null for a test. */
  objectId: z.nullable(z.string()),
  at: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  attemptedAt: z.nullable(z.string()),
  /** Null: it is not tried again. */
  nextAttemptAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  /** Status of the last answer; null: there was none. */
  status: z.nullable(z.int()),
  /**
   * Beginning of the last answer, or why there was none or why it is not stored, as that of a private host to a seller; null before the
   * first attempt.
   */
  answer: z.nullable(z.string()),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const Events = z.array(z.enum(WEBHOOK_EVENTS, { error: 'Please choose events of the list.' })).check(
  z.minLength(1, { error: 'Please choose an event.' }),
  z.overwrite((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
)
const Url = requiredText(WEBHOOK_URL_LENGTH)

/** A webhook as it is saved. */
export const WebhookBody = z.object({ url: Url, events: Events, isActive: z.boolean(), version: z.optional(z.int()) })
export type WebhookBody = z.output<typeof WebhookBody>

const DeliveryQuery = z.object({ ...pageFields, state: z.optional(z.enum(DELIVERY_STATES)) })

interface Audience {
  base: string
  access: Access
  members?: Extract<MemberKind, 'owner'>
  read?: Permission
  write?: Permission
}

/** The same calls for the webhooks of a business and of the platform. */
const callsOf = ({ base, access, members = undefined, read, write }: Audience, whose: string) => {
  const who = { access, ...(members && { members }) }
  const reading = { ...who, ...(read && { permission: read }) }
  const writing = { ...who, ...(write && { permission: write }) }
  return {
    list: anyEndpoint({
      ...reading,
      method: 'GET',
      path: base,
      summary: `The webhooks of ${whose}, the oldest first.`,
      response: z.array(Webhook),
    }),
    create: anyEndpoint({
      ...writing,
      method: 'POST',
      path: base,
      stepUp: true,
      summary: `Adds a webhook of ${whose}, ${MAX_WEBHOOKS} at most. The answer has its secret, which is never shown again.`,
      body: z.object({ url: Url, events: Events }),
      response: WebhookWithSecret,
      status: 201,
    }),
    byId: anyEndpoint({
      ...reading,
      method: 'GET',
      path: `${base}/:id`,
      summary: `A webhook of ${whose}.`,
      params: IdParams,
      response: Webhook,
    }),
    update: anyEndpoint({
      ...writing,
      method: 'PUT',
      path: `${base}/:id`,
      stepUp: true,
      summary: 'Changes address and events of a webhook, and turns it on or off. What waited while it was off is sent then.',
      params: IdParams,
      body: WebhookBody,
      response: Webhook,
    }),
    remove: anyEndpoint({
      ...writing,
      method: 'DELETE',
      path: `${base}/:id`,
      summary: 'Deletes a webhook with its log. What waits is not sent.',
      params: IdParams,
      response: Ok,
    }),
    test: anyEndpoint({
      ...writing,
      method: 'POST',
      path: `${base}/:id/test`,
      summary: 'Sends the event `webhook.test` to a webhook once, also to one that is off. The log has the answer.',
      params: IdParams,
      response: WebhookDelivery,
      status: 202,
    }),
    rotate: anyEndpoint({
      ...writing,
      method: 'POST',
      path: `${base}/:id/rotate`,
      stepUp: true,
      summary:
        'Makes a new secret, which is never shown again. For 24 hours messages are signed with the one before, too; until they end, the secret is not rotated again.',
      params: IdParams,
      response: WebhookWithSecret,
    }),
    deliveries: anyEndpoint({
      ...reading,
      method: 'GET',
      path: `${base}/:id/deliveries`,
      summary: 'What was sent to a webhook in the last 30 days and what waits, the newest first.',
      params: IdParams,
      query: DeliveryQuery,
      response: z.array(WebhookDelivery),
      list: true,
    }),
    resend: anyEndpoint({
      ...writing,
      method: 'POST',
      path: `${base}/deliveries/:id/resend`,
      summary: 'Sends a delivery again, with the same `webhook-id` and the object as it is now.',
      params: z.object({ id: Id }),
      response: WebhookDelivery,
      status: 202,
    }),
  }
}

/** Webhooks of a business, for its owners. */
export const webhooks = callsOf(
  { base: '/api/business/webhooks', access: ['business_admin'], members: 'owner' },
  "the caller's own business",
)

/** Webhooks of the platform, for staff. */
export const staffWebhooks = callsOf(
  { base: '/api/admin/webhooks', access: STAFF_ROLES, read: 'system.read', write: 'system.write' },
  'the platform',
)
