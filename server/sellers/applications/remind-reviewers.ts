import { reviewDelay } from '#domain/business.ts'
import { formatLongDate } from '#domain/text.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { listSuperAdmins, listWaiting } from './business-record.ts'

/** Maximum number of applications in an email. */
const MAX_NAMED = 20

/**
 * Reminds every super admin, at most once a day, of applications that have waited longer than the first of the promised days.
 * @returns a summary for the job log
 */
export async function remindReviewers({ db, config, now }: Deps): Promise<string> {
  const at = now()
  const { review } = await readSettings(db)
  const late = (await listWaiting(db)).filter(({ since }) => reviewDelay(since, at, review) !== 'in_time')
  if (late.length === 0) return 'No application has waited too long.'
  const waiting = late.slice(0, MAX_NAMED).map(({ name, since }) => ({ name, since: formatLongDate(since) }))
  const link = `${config.publicUrl}/super-admin/dashboard?tab=pending`
  const bosses = await listSuperAdmins(db)
  for (const { id, email } of bosses) {
    await queueMail(db, {
      dedupeKey: `applications-waiting:${id}:${at.toISOString().slice(0, 10)}`,
      template: 'applications-waiting',
      to: email,
      facts: { userId: id, waiting, link },
      at,
    })
  }
  return `${late.length} waiting too long, ${bosses.length} reminded.`
}
