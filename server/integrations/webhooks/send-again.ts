import type { WebhookDelivery } from '#contract/integrations/webhooks.ts'
import { TEST_EVENT } from '#domain/webhook.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { findDelivery, insertDelivery, restartDelivery } from './delivery-list.ts'
import { presentDelivery } from './present-webhook.ts'
import { lockOwner, type WebhookChange } from './save-webhook.ts'
import { findWebhook } from './webhook-record.ts'

/** Queues a test of a webhook. Refuses `not_found`. */
export async function testWebhook({ db, now }: Deps, change: WebhookChange, id: string): Promise<WebhookDelivery> {
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, change)
    found(await findWebhook(tx, id, change.owner))
    const delivery = await insertDelivery(tx, {
      webhookId: id,
      type: TEST_EVENT,
      businessId: change.owner,
      at: now(),
      nextAttemptAt: now(),
    })
    return presentDelivery(delivery)
  })
}

/** Queues a delivery again, with all its attempts. Refuses `not_found`. */
export async function resendDelivery({ db, now }: Deps, change: WebhookChange, id: string): Promise<WebhookDelivery> {
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, change)
    const { owner } = found(await findDelivery(tx, id))
    if (owner !== change.owner) found(null)
    return presentDelivery(found(await restartDelivery(tx, id, now())))
  })
}
