import { MINUTE_MS } from '#domain/time.ts'
import { pauseAfter, readRetryAfter, TEST_EVENT } from '#domain/webhook.ts'
import type { Deps } from '#server/platform/deps.ts'
import { decryptSecret } from '#server/platform/secrets/secret-keys.ts'
import { postWebhook, type WebhookAnswer } from '#server/platform/vendors/post-webhook.ts'
import { OPENED_HOSTS } from '#server/platform/vendors/public-address.ts'
import { type AttemptOutcome, addDeliveries, type ClaimedDelivery, claimDeliveries, finishAttempts } from './delivery-list.ts'
import { makePayload, type ReadObjects } from './make-payload.ts'
import { hostsFor } from './private-hosts.ts'
import { signMessage } from './sign-message.ts'
import { isTurnOffDue, turnOffWhereDue } from './turn-off.ts'
import { findWebhooks, noteFailures, noteSuccesses, type WebhookRow } from './webhook-record.ts'

/** Attempts of a server at the same time to quick webhooks, and to those that fail or are slow. */
const MAX_RUNNING = { quick: 24, slow: 8 } as const
/**
 * Time after which an attempt makes its webhook a slow one, and no longer counts as one of a quick webhook: so others wait this long at
 * most. Of those that turn out to be slow, 24 can begin in this time.
 */
const SLOW_MS = 2000
/** Lease of an attempt, which takes a quarter of it at most. After a crash it is made again when the lease has ended. */
const LEASE_MS = MINUTE_MS
/** Characters of an answer that the log keeps. */
const MAX_ANSWER = 500
const GONE = 410

const isAccepted = (answer: WebhookAnswer) => 'status' in answer && answer.status >= 200 && answer.status < 300

/**
 * Returns the beginning of an answer as one line of text. A seller does not read what a host of the operator's private network answers.
 */
function excerptOf({ config }: Pick<Deps, 'config'>, { url, businessId }: WebhookRow, answer: WebhookAnswer): string {
  if ('problem' in answer) return answer.problem
  if (answer.status >= 300 && answer.status < 400) return 'Redirects are not followed.'
  if (businessId !== null && hostsFor(config, url) === OPENED_HOSTS) return 'Answers of hosts in private networks are not stored.'
  return answer.text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_ANSWER)
    .toWellFormed()
}

/** Returns the secrets that sign now; null where SECRETS_KEYS lacks a key. */
function secretsOf({ id, secret, oldSecret, oldSecretUntil }: WebhookRow, keys: readonly Buffer[], at: Date): Buffer[] | null {
  const current = decryptSecret(keys, secret, id)
  const old = oldSecret && oldSecretUntil && oldSecretUntil > at ? decryptSecret(keys, oldSecret, id) : null
  return current && [current, ...(old ? [old] : [])]
}

/** A delivery with its webhook, and what is read for those that go with it. */
interface Sending {
  delivery: ClaimedDelivery
  webhook: WebhookRow
  objects: ReadObjects
}

/** Sends one delivery. @returns null where there is nothing to send */
async function post(deps: Deps, { delivery, webhook, objects }: Sending, stopped: AbortSignal): Promise<WebhookAnswer | null> {
  const at = deps.now()
  const secrets = secretsOf(webhook, deps.config.secretsKeys, at)
  if (!secrets) return { problem: "SECRETS_KEYS of the server doesn't open the secret." }
  const body = await makePayload(deps, webhook.businessId, delivery, objects)
  if (body === null) return null
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Reflute-Webhooks',
    ...signMessage({ id: delivery.id, at, body }, secrets),
  }
  return postWebhook({ url: new URL(webhook.url), headers, body, hosts: hostsFor(deps.config, webhook.url) }, stopped)
}

/** An attempt that has ended. */
interface Ended extends AttemptOutcome {
  webhook: WebhookRow
  at: Date
  isGone: boolean
}

/** Says what becomes of a delivery after the answer to its attempt. A test is tried once. */
function judge(deps: Deps, { delivery, webhook }: Sending, answer: WebhookAnswer | null, at: Date): Ended {
  const isDelivered = answer !== null && isAccepted(answer)
  const retryAfterMs = answer && 'retryAfter' in answer ? readRetryAfter(answer.retryAfter, at) : 0
  const isLast = isDelivered || delivery.type === TEST_EVENT
  const pause = isLast ? null : pauseAfter(delivery.attempts, { retryAfterMs, random: Math.random() })
  const status = answer && 'status' in answer ? answer.status : null
  const nextAttemptAt = pause === null ? null : new Date(at.getTime() + pause)
  const result = answer && { status, answer: excerptOf(deps, webhook, answer), deliveredAt: isDelivered ? at : null, nextAttemptAt }
  return { delivery, webhook, at, isGone: status === GONE, result }
}

/** Stores the outcomes of attempts, and what they say about their webhooks. */
async function finish(deps: Deps, ended: readonly Ended[]): Promise<void> {
  const stored = await finishAttempts(deps.db, ended)
  const last = new Map(ended.filter(({ delivery }) => stored.has(delivery.id)).map((each) => [each.webhook.id, each]))
  const [well, failed] = [[...last.values()].filter(isWell), [...last.values()].filter((each) => !isWell(each))]
  const idsOf = (some: readonly Ended[]) => some.map(({ webhook }) => webhook.id)
  if (well.length > 0) await noteSuccesses(deps.db, idsOf(well))
  const [first] = failed
  if (!first) return
  await noteFailures(deps.db, idsOf(failed), first.at)
  for (const one of failed) if (isTurnOffDue(one.webhook, one)) await turnOffWhereDue(deps, one.webhook.id, one)
}

const isWell = ({ result }: Ended) => result?.deliveredAt !== null

/** Sends deliveries for one server. */
interface WebhookSender {
  /** Turns events into deliveries and begins the attempts that are due. @returns their number */
  pass: () => Promise<number>
  /** Resolves when an attempt has ended; at once while none runs. */
  next: () => Promise<void>
  /** Resolves when all attempts have ended. */
  settle: () => Promise<void>
}

/**
 * Makes a sender of deliveries: they are claimed in a short transaction, sent outside of it, then stored. One is sent twice only where
 * the server dies before it is stored; both have the same id.
 * @param onError called when the database could not be read or written; the attempt is made again when its lease has ended
 */
export function createSender(deps: Deps, stopped: AbortSignal, onError: (error: unknown) => void): WebhookSender {
  const running = new Map<Promise<void>, ClaimedDelivery & { begunAt: number }>()
  const slow = new Set<string>()
  const isLong = ({ begunAt }: { begunAt: number }) => deps.now().getTime() - begunAt >= SLOW_MS
  const ended: Ended[] = []
  let storing = Promise.resolve()
  let next: Promise<void> | null = null
  /** Stores what has ended; what ends while it is being stored is stored together. */
  function store(): Promise<void> {
    next ??= storing = storing.then(() => {
      next = null
      return finish(deps, ended.splice(0)).catch(onError)
    })
    return next
  }
  async function attempt(sending: Sending): Promise<void> {
    const answer = await post(deps, sending, stopped)
    if (stopped.aborted) return // another server makes the attempt when the lease has ended
    ended.push(judge(deps, sending, answer, deps.now()))
    await store()
  }
  function begin(sending: Sending): void {
    const { delivery } = sending
    const begun = { ...delivery, begunAt: deps.now().getTime() }
    const run = attempt(sending)
      .catch(onError)
      .finally(() => {
        running.delete(run)
        if (isLong(begun)) slow.add(delivery.webhookId)
        else slow.delete(delivery.webhookId)
      })
    running.set(run, begun)
  }
  /** Counts the free slots. Attempts that have lasted long, and their webhooks, are slow from now on. */
  function countFree(): { quick: number; slow: number } {
    for (const one of running.values())
      if (isLong(one)) {
        one.isSlow = true
        slow.add(one.webhookId)
      }
    const busy = [...running.values()].filter(({ isSlow }) => isSlow).length
    return { quick: MAX_RUNNING.quick - (running.size - busy), slow: Math.max(0, MAX_RUNNING.slow - busy) }
  }
  return {
    pass: async () => {
      await addDeliveries(deps.db, deps.now())
      const limits = countFree()
      if (limits.quick + limits.slow <= 0) return 0
      const claimed = await claimDeliveries(deps.db, { at: deps.now(), leaseMs: LEASE_MS, slow: [...slow], limits })
      if (claimed.length === 0) return 0
      const webhooks = await findWebhooks(
        deps.db,
        claimed.map(({ webhookId }) => webhookId),
      )
      const objects: ReadObjects = new Map()
      for (const delivery of claimed) {
        const webhook = webhooks.get(delivery.webhookId) // unless it was deleted meanwhile, and its deliveries with it
        if (webhook) begin({ delivery, webhook, objects })
      }
      return claimed.length
    },
    next: async () => {
      if (running.size > 0) await Promise.race(running.keys())
    },
    settle: async () => {
      await Promise.all(running.keys())
    },
  }
}
