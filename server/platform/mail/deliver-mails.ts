import { businessDays } from '#domain/settings.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { countMail } from '#server/platform/metrics/count-events.ts'
import { claimDue, findLongestDue, inTraceOf, nextAttempt, reschedule } from '#server/platform/outbox.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { toShopTerms } from '#server/platform/settings/shop-terms.ts'
import { type MailAttachment, type Mailer, PermanentRejectionError } from '#server/platform/vendors/mailer.ts'
import { holdMails } from './hold-mails.ts'
import type { MailSetting } from './mail-text.ts'
import { MAILS, MAX_ATTEMPTS, mailOf, markSent, type QueuedMail } from './queued-mails.ts'
import { writeMail } from './write-mail.ts'

/** Number of emails sent at the same time. */
const BATCH = 5
/** Time after which an attempt to send is aborted. */
const SEND_MS = MINUTE_MS
/** Lease of a claimed email. After a crash it is claimed again when the lease has ended. */
const LEASE_MS = 2 * MINUTE_MS
/** Minutes to wait after the first failure, the second, and so on: about a day in all. */
const PAUSES = [1, 5, 30, 120, 240, 480, 720]

/** Reads the settings that every email may use. */
export async function readMailSetting({ config, db, mailTexts }: Pick<Deps, 'config' | 'db' | 'mailTexts'>): Promise<MailSetting> {
  const settings = await readSettings(db)
  const { company, review } = settings
  return {
    shop: company,
    terms: toShopTerms(settings, config),
    reviewDays: businessDays(review),
    publicUrl: config.publicUrl,
    texts: mailTexts,
  }
}

interface Failure {
  error: string
  isPermanent: boolean
}

/** Returns the files that are sent with an email; most have none. */
export type AttachFiles = (mail: QueuedMail) => Promise<readonly MailAttachment[]>

async function sendMail(
  mailer: Mailer,
  mail: QueuedMail,
  setting: MailSetting,
  deps: Deps,
  { stopped, attach }: DeliveryOptions,
): Promise<Failure | null> {
  const limit = AbortSignal.timeout(SEND_MS)
  try {
    const attachments = (await attach?.(mail)) ?? []
    const written = { ...writeMail(mail, setting, deps.now()), ...(attachments.length > 0 && { attachments }) }
    await mailer.send(written, stopped ? AbortSignal.any([limit, stopped]) : limit)
    return null
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), isPermanent: error instanceof PermanentRejectionError }
  }
}

async function deliverOne(deps: Deps, mailer: Mailer, mail: QueuedMail, setting: MailSetting, options: DeliveryOptions): Promise<void> {
  const failure = await sendMail(mailer, mail, setting, deps, options)
  const at = deps.now()
  if (failure === null) {
    countMail('sent')
    return markSent(deps.db, mail, at)
  }
  const { error, isPermanent } = failure
  countMail(isPermanent || mail.attempts >= MAX_ATTEMPTS ? 'dead' : 'failed')
  const dueAt = nextAttempt(PAUSES, mail.attempts, at)
  await reschedule(deps.db, mail.id, { error, dueAt, ...(isPermanent && { attempts: MAX_ATTEMPTS }) })
}

/** Stops the delivery early, or delays it in favor of requests. */
interface DeliveryOptions {
  stopped?: AbortSignal
  attach?: AttachFiles
  /** Waits until the next emails may be sent. @param since time since which the longest waiting email has been due */
  yieldToRequests?: (since: Date) => Promise<void>
}

/**
 * Sends the emails that are due, a few at a time: claimed in a short transaction, which withholds those that their recipients want
 * otherwise, sent outside of it, then marked. An email may be sent twice only if the server dies before it is marked; both copies have the
 * same Message-ID.
 * @returns the number of attempts
 */
export async function deliverDueMails(deps: Deps, mailer: Mailer, options: DeliveryOptions = {}): Promise<number> {
  const { stopped, yieldToRequests } = options
  let attempted = 0
  const isStopped = () => stopped?.aborted ?? false
  while (!isStopped()) {
    const since = await findLongestDue(deps.db, MAILS, deps.now())
    if (!since) break
    await yieldToRequests?.(since)
    const at = deps.now()
    const mails = await inTransaction(deps.db, async (tx) => {
      const claimed = await claimDue(tx, MAILS, { at, leaseMs: LEASE_MS, limit: BATCH })
      return claimed.length === 0 ? null : holdMails(tx, claimed, at)
    })
    if (!mails) break // another process has claimed them
    const setting = await readMailSetting(deps)
    await Promise.all(mails.map((message) => inTraceOf(message, () => deliverOne(deps, mailer, mailOf(message), setting, options))))
    attempted += mails.length
  }
  return attempted
}
