import type { Webhook, WebhookDelivery } from '#contract/integrations/webhooks.ts'
import { WEBHOOK_EVENTS } from '#domain/webhook.ts'
import type { DeliveryRow } from './delivery-list.ts'
import type { WebhookRow } from './webhook-record.ts'

/** Presents a webhook, without its secrets. */
export const presentWebhook = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  url: row.url,
  events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
  isActive: row.disabledAt === null,
  offReason: row.offReason,
  failingSince: row.failingSince?.toISOString() ?? null,
  oldSecretUntil: row.oldSecretUntil && row.oldSecretUntil > now ? row.oldSecretUntil.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
})

function stateOf({ nextAttemptAt, deliveredAt }: DeliveryRow): WebhookDelivery['state'] {
  if (nextAttemptAt !== null) return 'waiting'
  return deliveredAt === null ? 'failed' : 'delivered'
}

/** Presents a delivery. */
export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhookId: row.webhookId,
  type: row.type,
  objectId: row.objectId,
  at: row.at.toISOString(),
  state: stateOf(row),
  attempts: row.attempts,
  attemptedAt: row.attemptedAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  status: row.status,
  answer: row.answer,
})
