import { randomUUID } from 'node:crypto'
import type { Webhook, WebhookBody, WebhookWithSecret } from '#contract/integrations/webhooks.ts'
import { formatUtcMoment } from '#domain/text.ts'
import { HOUR_MS } from '#domain/time.ts'
import { MAX_WEBHOOKS, OLD_SECRET_HOURS, webhookUrlProblem } from '#domain/webhook.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { encryptSecret } from '#server/platform/secrets/secret-keys.ts'
import { checkHost, PrivateAddressError } from '#server/platform/vendors/public-address.ts'
import { lockBusiness } from '#server/sellers/applications/business-record.ts'
import { requireStillOwner } from '#server/sellers/team/require-owner.ts'
import { presentWebhook } from './present-webhook.ts'
import { hostsFor } from './private-hosts.ts'
import { newSecret, writeSecret } from './sign-message.ts'
import {
  countWebhooks,
  deleteWebhookRow,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  type WebhookOwner,
  type WebhookRow,
} from './webhook-record.ts'

/** Actor and owner of a change: staff change the webhooks of the platform, owners of a business its own. */
export interface WebhookChange {
  actor: Actor
  owner: WebhookOwner
  requestId: string
}

/** Returns an address as it is sent to: what a URL may have twofold, such as capitals in the host or a line break, in one form. */
function parseUrl({ config }: Pick<Deps, 'config'>, url: string): string {
  const problem = webhookUrlProblem(url, (host) => config.webhookPrivateHosts.includes(host))
  if (problem !== null) refuseField('url', problem)
  const parsed = new URL(url)
  try {
    checkHost(parsed, hostsFor(config, url))
    return parsed.href
  } catch (error) {
    if (error instanceof PrivateAddressError) refuseField('url', error.message)
    throw error
  }
}

/** Makes those who change webhooks of an owner wait for each other, and refuses a person who has stopped being an owner. */
export async function lockOwner(tx: Db, { actor, owner }: Pick<WebhookChange, 'actor' | 'owner'>): Promise<void> {
  if (owner === null) return takeLock(tx, 'webhooks')
  found(await lockBusiness(tx, owner))
  await requireStillOwner(tx, actor)
}

/** Facts of a webhook for the audit log: of its address only the host, because the rest may be a secret. */
const audited = ({ url, events, disabledAt, businessId }: WebhookRow) => ({
  host: new URL(url).host,
  events: events.join(', '),
  isActive: disabledAt === null,
  ...(businessId !== null && { businessId }),
})

async function record(
  tx: Db,
  { actor, requestId }: WebhookChange,
  action: 'add' | 'change' | 'remove' | 'rotate',
  { before, after }: { before?: WebhookRow; after?: WebhookRow },
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action: `webhook.${action}`,
    targetType: 'webhook',
    targetId: (after ?? before)?.id ?? '',
    ...(before && { before: audited(before) }),
    ...(after && { after: audited(after) }),
    requestId,
  })
}

/** Adds a webhook. Refuses `invalid_input`, `too_many_webhooks`, `webhooks_unconfigured`. */
export async function createWebhook(
  deps: Deps,
  change: WebhookChange,
  { url: typed, events }: Pick<WebhookBody, 'url' | 'events'>,
): Promise<WebhookWithSecret> {
  const { db, config, now } = deps
  const url = parseUrl(deps, typed)
  const id = randomUUID()
  const secret = newSecret()
  const stored = encryptSecret(config.secretsKeys, secret, id)
  if (!stored) return refuse('webhooks_unconfigured')
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, change)
    if ((await countWebhooks(tx, change.owner)) >= MAX_WEBHOOKS) refuse('too_many_webhooks', { facts: { max: MAX_WEBHOOKS } })
    const row = await insertWebhook(tx, { id, businessId: change.owner, url, events, secret: stored, createdAt: now() })
    await record(tx, change, 'add', { after: row })
    return { ...presentWebhook(row, now()), secret: writeSecret(secret) }
  })
}

/** Changes a webhook. Turned on again, it begins without failures. Refuses `not_found`, `invalid_input`, `edit_conflict`. */
export async function changeWebhook(deps: Deps, change: WebhookChange, { id, ...body }: WebhookBody & { id: string }): Promise<Webhook> {
  const { db, now } = deps
  const url = parseUrl(deps, body.url)
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, change)
    const before = found(await lockWebhook(tx, id, change.owner))
    if (body.version !== undefined && body.version !== before.version) refuseStale(['webhook', id], presentWebhook(before, now()))
    const wasActive = before.disabledAt === null
    const after = await updateWebhook(tx, id, {
      url,
      events: body.events,
      ...(body.isActive && !wasActive && { disabledAt: null, offReason: null, failingSince: null }),
      ...(!body.isActive && wasActive && { disabledAt: now(), offReason: 'person' }),
    })
    await record(tx, change, 'change', { before, after })
    return presentWebhook(after, now())
  })
}

/** Deletes a webhook with its deliveries. Refuses `not_found`. */
export async function deleteWebhook({ db }: Deps, change: WebhookChange, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwner(tx, change)
    const before = found(await lockWebhook(tx, id, change.owner))
    await deleteWebhookRow(tx, id)
    await record(tx, change, 'remove', { before })
  })
}

/** Makes a new secret; the one before signs for a day, too. Refuses `not_found`, `old_secret_in_use`, `webhooks_unconfigured`. */
export async function rotateSecret({ db, config, now }: Deps, change: WebhookChange, id: string): Promise<WebhookWithSecret> {
  const secret = newSecret()
  const stored = encryptSecret(config.secretsKeys, secret, id)
  if (!stored) return refuse('webhooks_unconfigured')
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, change)
    const before = found(await lockWebhook(tx, id, change.owner))
    if (before.oldSecretUntil && before.oldSecretUntil > now())
      refuse('old_secret_in_use', { facts: { until: formatUtcMoment(before.oldSecretUntil) } })
    const oldSecretUntil = new Date(now().getTime() + OLD_SECRET_HOURS * HOUR_MS)
    const after = await updateWebhook(tx, id, { secret: stored, oldSecret: before.secret, oldSecretUntil })
    await record(tx, change, 'rotate', { after })
    return { ...presentWebhook(after, now()), secret: writeSecret(secret) }
  })
}
