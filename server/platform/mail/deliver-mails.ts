import { businessDays } from '#domain/settings.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { type Mailer, RefusedForGood } from '#server/platform/vendors/mailer.ts'
import type { MailSetting } from './mail-text.ts'
import { claimDueMails, findLongestDue, markFailed, markSent, type QueuedMail } from './outbox.ts'
import { writeMail } from './write-mail.ts'

const MINUTE_MS = 60_000
/** How many mails leave at once. */
const BATCH = 5
/** A mail that has not left by then is given up for now. */
const SEND_MS = MINUTE_MS
/** For so long a taken mail is nobody else's. After a crash it is tried again when this has passed. */
const LEASE_MS = 2 * MINUTE_MS
/** Minutes to wait after the first failure, the second, and so on: in all a good day. */
const PAUSES = [1, 5, 30, 120, 240, 480, 720]
const MAX_ERROR = 500

/** What every text may name, as the settings have it now. */
export async function readMailSetting({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<MailSetting> {
  const { company, review } = await readSettings(db)
  return { shop: company, reviewDays: businessDays(review), publicUrl: config.publicUrl }
}

/** When a mail that failed `attempts` times is tried again. */
export function nextTry(attempts: number, at: Date): Date {
  const minutes = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 1
  return new Date(at.getTime() + minutes * MINUTE_MS)
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
    const text = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR)
    return { error: text, isForGood: error instanceof RefusedForGood }
  }
}

async function deliverOne(deps: Deps, mailer: Mailer, mail: QueuedMail, setting: MailSetting, stopped?: AbortSignal): Promise<void> {
  const failure = await sendMail(mailer, mail, setting, deps, stopped)
  const at = deps.now()
  if (failure === null) await markSent(deps.db, mail, at)
  else await markFailed(deps.db, mail.id, { ...failure, dueAt: nextTry(mail.attempts, at) })
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
    const since = await findLongestDue(deps.db, deps.now())
    if (!since) break
    await giveWay?.(since)
    const at = deps.now()
    const leaseEnd = new Date(at.getTime() + LEASE_MS)
    const mails = await inTransaction(deps.db, (tx) => claimDueMails(tx, { at, leaseEnd, limit: BATCH }))
    if (mails.length === 0) break // somebody else is at it
    const setting = await readMailSetting(deps)
    await Promise.all(mails.map((mail) => deliverOne(deps, mailer, mail, setting, stopped)))
    tried += mails.length
  }
  return tried
}
