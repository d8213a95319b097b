import { businessDays } from '#domain/settings.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { claimDue, findLongestDue, nextAttempt, reschedule } from '#server/platform/outbox.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { type Mailer, RefusedForGood } from '#server/platform/vendors/mailer.ts'
import type { MailSetting } from './mail-text.ts'
import { MAILS, MAX_ATTEMPTS, mailOf, markSent, type QueuedMail } from './outbox.ts'
import { writeMail } from './write-mail.ts'

const MINUTE_MS = 60_000
/** Number of mails sent at once. */
const BATCH = 5
/** Timeout of one attempt. */
const SEND_MS = MINUTE_MS
/** Duration of the lease on a mail; after a crash it is sent again when this has passed. */
const LEASE_MS = 2 * MINUTE_MS
/** Minutes to wait after the first failure, the second, and so on: in all a good day. */
const PAUSES = [1, 5, 30, 120, 240, 480, 720]

/** What every text may name, as the settings have it now. */
export async function readMailSetting({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<MailSetting> {
  const { company, review } = await readSettings(db)
  return { shop: company, reviewDays: businessDays(review), publicUrl: config.publicUrl }
}

interface Failure {
  error: string
  isForGood: boolean
}

async function sendMail(
  mailer: Mailer,
  mail: QueuedMail,
  setting: MailSetting,
  deps: Deps,
  stopped?: AbortSignal,
): Promise<Failure | null> {
  const limit = AbortSignal.timeout(SEND_MS)
  try {
    await mailer.send(writeMail(mail, setting, deps.now()), stopped ? AbortSignal.any([limit, stopped]) : limit)
    return null
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), isForGood: error instanceof RefusedForGood }
  }
}

async function deliverOne(deps: Deps, mailer: Mailer, mail: QueuedMail, setting: MailSetting, stopped?: AbortSignal): Promise<void> {
  const failure = await sendMail(mailer, mail, setting, deps, stopped)
  const at = deps.now()
  if (failure === null) return markSent(deps.db, mail, at)
  const { error, isForGood } = failure
  const dueAt = nextAttempt(PAUSES, mail.attempts, at)
  await reschedule(deps.db, mail.id, { error, dueAt, ...(isForGood && { attempts: MAX_ATTEMPTS }) })
}

/** Ends the delivery early, and lets others go first. */
export interface DeliveryOptions {
  stopped?: AbortSignal
  /** Waits until the next mails may leave. @param since when the longest of them has been due */
  giveWay?: (since: Date) => Promise<void>
}

/**
 * Sends the mails that are due now, a few at a time: taken in one short transaction, sent outside of it, then marked.
 * A mail may leave twice only when the server dies between the two; both have the same Message-ID.
 * @returns how many were tried
 */
export async function deliverDueMails(deps: Deps, mailer: Mailer, { stopped, giveWay }: DeliveryOptions = {}): Promise<number> {
  let tried = 0
  const isStopped = () => stopped?.aborted ?? false
  while (!isStopped()) {
    const since = await findLongestDue(deps.db, MAILS, deps.now())
    if (!since) break
    await giveWay?.(since)
    const at = deps.now()
    const claimed = await inTransaction(deps.db, (tx) => claimDue(tx, MAILS, { at, leaseMs: LEASE_MS, limit: BATCH }))
    if (claimed.length === 0) break // another process has claimed them
    const setting = await readMailSetting(deps)
    await Promise.all(claimed.map((message) => deliverOne(deps, mailer, mailOf(message), setting, stopped)))
    tried += claimed.length
  }
  return tried
}
