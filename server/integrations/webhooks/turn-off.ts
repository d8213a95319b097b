import { DAY_MS } from '#domain/time.ts'
import { WEBHOOK_FAILURE_DAYS, webhookName } from '#domain/webhook.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMails } from '#server/platform/mail/queued-mails.ts'
import { notifyAll } from '#server/platform/notifications/notification-record.ts'
import { lockAnyWebhook, updateWebhook, type WebhookRow } from './webhook-record.ts'

/** Returns whether a webhook is to be turned off: its receiver answered 410, or it has failed for days. */
export const isTurnOffDue = ({ failingSince }: WebhookRow, { isGone, at }: { isGone: boolean; at: Date }): boolean =>
  isGone || (failingSince !== null && at.getTime() - failingSince.getTime() >= WEBHOOK_FAILURE_DAYS * DAY_MS)

/** Turns a webhook off whose receiver answered 410, or that has failed for days, and notifies the people who manage it. */
export async function turnOffWhereDue({ db, config }: Deps, id: string, { isGone, at }: { isGone: boolean; at: Date }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const webhook = await lockAnyWebhook(tx, id)
    if (!webhook || webhook.disabledAt !== null || !isTurnOffDue(webhook, { isGone, at })) return
    const offReason = isGone ? 'gone' : 'failing'
    await updateWebhook(tx, id, { disabledAt: at, offReason })
    await recordAudit(tx, { actor: null, action: 'webhook.off', targetType: 'webhook', targetId: id, after: { reason: offReason } })
    await notifyManagers(tx, webhook, { offReason, at, publicUrl: config.publicUrl })
  })
}

async function notifyManagers(
  tx: Db,
  { id, url, businessId }: WebhookRow,
  { offReason, at, publicUrl }: { offReason: 'gone' | 'failing'; at: Date; publicUrl: string },
): Promise<void> {
  const path = businessId === null ? '/admin/webhooks' : '/business/webhooks'
  const webhook = webhookName(url)
  const dedupeKey = `webhook-off:${id}:${at.getTime()}`
  const audience = businessId === null ? ({ staff: 'system.write' } as const) : ({ businessId, kind: 'owner' } as const)
  const title = `The webhook to ${webhook} was turned off`
  const recipients = await notifyAll(tx, [{ audience, kind: 'webhook-off', title, path, dedupeKey, at }])
  await queueMails(
    tx,
    recipients.map((person) => ({
      dedupeKey: `${dedupeKey}:${person.id}`,
      template: 'webhook-off' as const,
      to: person.email,
      facts: { userId: person.id, name: person.name, webhook, offReason, at: at.toISOString(), link: `${publicUrl}${path}` },
      at,
    })),
  )
}
