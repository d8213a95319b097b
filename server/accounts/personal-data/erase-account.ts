import { findPendingEmail } from '#server/accounts/profile/account-record.ts'
import type { UserRow } from '#server/identity/auth/user-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { anonymizeOrders, deleteConfirmationEmails, deletePersonalData, eraseUser, ordersOf } from './erased-data.ts'

/**
 * Erases a person's data in the caller's transaction, which holds the user's lock; docs/decisions has what stays and why. The last email
 * goes to the address that is erased here and says why.
 */
export async function eraseAccount(tx: Db, user: UserRow, now: Date, by: 'owner' | 'staff' | 'inactivity'): Promise<void> {
  const { id, name, email } = user
  await eraseData(tx, user, now)
  await queueMail(tx, {
    dedupeKey: `account-deleted:${id}`,
    template: 'account-deleted',
    to: email,
    facts: { name, at: now.toISOString(), ...(by !== 'owner' && { by }) },
    at: now,
  })
}

/** Erases a person's data without an email. The caller's transaction holds the user's lock. */
export async function eraseData(tx: Db, { id, email, emailVerifiedAt }: UserRow, now: Date): Promise<void> {
  const pendingEmail = await findPendingEmail(tx, id, now)
  await deletePersonalData(tx, { userId: id, email, isConfirmed: emailVerifiedAt !== null })
  await anonymizeOrders(tx, ordersOf(tx, id))
  if (pendingEmail !== null) await deleteConfirmationEmails(tx, pendingEmail)
  await eraseUser(tx, id, now)
}
