import { findPendingEmail } from '#server/accounts/profile/account-record.ts'
import type { UserRow } from '#server/identity/auth/user-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Files } from '#server/platform/files/files.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { anonymizeOrders, deleteConfirmationEmails, deletePersonalData, eraseUser, ordersOf } from './erased-data.ts'

/**
 * Erases a person's data in the caller's transaction, which holds the user's lock; docs/decisions has what stays and why. The last email
 * goes to the address that is erased here and says why.
 * @returns the keys of the person's files, for `removeFiles` after the transaction
 */
export async function eraseAccount(tx: Db, user: UserRow, now: Date, by: 'owner' | 'staff' | 'inactivity'): Promise<string[]> {
  const { id, name, email } = user
  const files = await eraseData(tx, user, now)
  await queueMail(tx, {
    dedupeKey: `account-deleted:${id}`,
    template: 'account-deleted',
    to: email,
    facts: { name, at: now.toISOString(), ...(by !== 'owner' && { by }) },
    at: now,
  })
  return files
}

/** Removes files of an erased account. What can't be removed now, the cleanup removes within two days. */
export async function removeFiles(files: Files, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => files.remove(key)))
}

/** Erases a person's data without an email. The caller's transaction holds the user's lock. @returns the keys of the person's files */
export async function eraseData(tx: Db, { id, email, emailVerifiedAt }: UserRow, now: Date): Promise<string[]> {
  const pendingEmail = await findPendingEmail(tx, id, now)
  const files = await deletePersonalData(tx, { userId: id, email, isConfirmed: emailVerifiedAt !== null })
  await anonymizeOrders(tx, ordersOf(tx, id))
  if (pendingEmail !== null) await deleteConfirmationEmails(tx, pendingEmail)
  await eraseUser(tx, id, now)
  return files
}
