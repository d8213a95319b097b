import { DAY_MS } from '#domain/time.ts'
import { listSuperAdmins } from '#server/identity/auth/user-record.ts'
import { findHead } from '#server/platform/audit-seals/sealed-entries.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMails } from '#server/platform/mail/queued-mails.ts'

/** Returns the Monday of a moment's week, in UTC: "2026-03-02". */
function mondayOf(at: Date): string {
  const daysSince = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - daysSince * DAY_MS).toISOString().slice(0, 10)
}

/** Says whether there is a seal to share. */
export async function hasHead({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return (await findHead(db)) !== null
}

/**
 * Notes the newest seal of the audit log where somebody who changes the database doesn't reach: in the log, and once a week in an email to
 * every super admin.
 * @returns the seal, as `npm run audit:verify` takes it
 */
export async function shareHead({ db, logger, now }: Pick<Deps, 'db' | 'logger' | 'now'>): Promise<string> {
  const head = await findHead(db)
  if (!head) return 'Nothing is sealed yet.'
  const seal = { seq: head.seq, hash: head.hash.toString('hex') }
  if (logger) logger.info({ seal }, 'newest seal of the audit log')
  const anchor = `${seal.seq}:${seal.hash}`
  const at = now()
  const admins = await listSuperAdmins(db)
  await queueMails(
    db,
    admins.map(({ id, email }) => ({
      dedupeKey: `audit-anchor:${id}:${mondayOf(at)}`,
      template: 'audit-anchor' as const,
      to: email,
      facts: { userId: id, anchor, at: at.toISOString() },
      at,
    })),
  )
  return anchor
}
