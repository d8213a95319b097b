import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMails } from '#server/platform/mail/queued-mails.ts'
import { listSuperAdmins } from './user-record.ts'

interface StaffChange {
  /** The staff account after the change; `email` is the address that staff see. */
  user: { id: string; name: string; email: string }
  did: 'added' | 'changed' | 'deleted'
  /** One line a change, such as "Role: Customer → Application Admin". */
  what: readonly string[]
  /** Name of the person who made the change. */
  by: string
}

/** Emails every super admin that a staff account was added, changed or deleted. Must run in the transaction of the change. */
export async function notifySuperAdmins(
  tx: Db,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { user, did, what, by }: StaffChange,
): Promise<void> {
  const at = now()
  const link = did === 'deleted' ? null : `${config.publicUrl}/admin/users?search=${user.id}&edit=${user.id}&to=Suspended`
  const bosses = await listSuperAdmins(tx)
  await queueMails(
    tx,
    bosses.map((boss) => ({
      dedupeKey: `staff-account-${did}:${user.id}:${at.getTime()}:${boss.id}`,
      template: 'staff-account-changed' as const,
      to: boss.email,
      facts: { userId: boss.id, name: user.name, email: user.email, did, what: what.join('; '), by, at: at.toISOString(), link },
      at,
    })),
  )
}
