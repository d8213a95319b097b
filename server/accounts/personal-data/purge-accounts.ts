import { RETENTION_DAYS, yearsBefore } from '#domain/retention.ts'
import { pluralize } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { drain, type PurgeStep, purgeDeleted } from '#server/platform/jobs/purge-deleted.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import type { Work } from '#server/platform/vendors/queue.ts'
import { eraseAccount } from './erase-account.ts'
import { anonymizeOrders, listOldOrders } from './erased-data.ts'
import { lockAnnounced, lockUnannounced, noticeKey } from './inactive-users.ts'

const { inactiveAccount: INACTIVE_DAYS, inactiveNotice: NOTICE_DAYS } = RETENTION_DAYS

const BATCH = 50
/** Each takes some twenty statements, and the embedded database has one connection. */
const ERASED_AT_ONCE = 5

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Emails users whose accounts will be deleted, 30 days before. */
async function announceDeletion(tx: Db, now: Date, limit: number): Promise<number> {
  const sleeping = await lockUnannounced(tx, daysBefore(now, INACTIVE_DAYS - NOTICE_DAYS), limit)
  for (const user of sleeping) {
    const deleteAt = Math.max(user.lastSignedInAt.getTime() + INACTIVE_DAYS * DAY_MS, now.getTime() + NOTICE_DAYS * DAY_MS)
    await queueMail(tx, {
      dedupeKey: noticeKey(user),
      template: 'account-inactive',
      to: user.email,
      facts: { userId: user.id, name: user.name, deleteAt: new Date(deleteAt).toISOString() },
      at: now,
    })
  }
  return sleeping.length
}

/** Erases accounts whose users got that email and have not signed in since. */
async function eraseInactive(tx: Db, now: Date, limit: number): Promise<number> {
  const announced = await lockAnnounced(tx, { day: daysBefore(now, INACTIVE_DAYS), noticedBy: daysBefore(now, NOTICE_DAYS) }, limit)
  for (const user of announced) {
    await eraseAccount(tx, user, now, 'inactivity')
    await recordAudit(tx, { actor: null, action: 'account_expired', targetType: 'user', targetId: user.id })
  }
  return announced.length
}

/** Reduces orders that are older than the setting says to what their invoices need. */
async function reduceOrders(tx: Db, now: Date, limit: number): Promise<number> {
  const { retention } = await readSettings(tx)
  const ids = await listOldOrders(tx, yearsBefore(now, retention.orderYears), limit)
  if (ids.length > 0) await anonymizeOrders(tx, ids)
  return ids.length
}

type Purge = (tx: Db, now: Date, limit: number) => Promise<number>

const repeat = ({ db, now }: Deps, signal: AbortSignal, purge: Purge, batch: number) =>
  drain(db, signal, (tx, limit) => purge(tx, now(), limit), batch)

const ACCOUNT_STEPS: readonly PurgeStep[] = [
  { noun: 'inactive account', run: (deps, signal) => repeat(deps, signal, eraseInactive, ERASED_AT_ONCE) },
  { noun: 'old order form', run: (deps, signal) => repeat(deps, signal, reduceOrders, BATCH) },
]

/**
 * Removes for good what is kept no longer: accounts that nobody uses, what buyers typed in old orders, and rows of `rules`. Emails
 * those whose accounts are next.
 * @returns a summary
 */
export async function purgeExpired(deps: Deps, work: Pick<Work, 'signal'>, rules: readonly RetentionRule[]): Promise<string> {
  const removed = await purgeDeleted(deps, work, rules, ACCOUNT_STEPS)
  const announced = await repeat(deps, work.signal, announceDeletion, BATCH)
  return announced === 0 ? removed : `${removed} Emailed ${pluralize(announced, 'user')} of an inactive account.`
}
