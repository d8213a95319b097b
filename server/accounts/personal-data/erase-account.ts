import { findPendingEmail } from '#server/accounts/profile/account-record.ts'
import type { UserRow } from '#server/identity/auth/user-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { anonymizeOrders, deleteAskingMails, deleteHoldings, eraseUser } from './erased-data.ts'

/**
 * Takes a person out of the shop, in the caller's transaction and with the user's row locked: what stays, and why, is decided in docs/decisions.
 * The last mail goes to the address that is forgotten here; it says whose wish it was.
 */
export async function eraseAccount(tx: Db, user: UserRow, now: Date, by: 'owner' | 'staff'): Promise<void> {
  const { id, name, email, emailVerifiedAt } = user
  const pendingEmail = await findPendingEmail(tx, id, now)
  await deleteHoldings(tx, { userId: id, email, isConfirmed: emailVerifiedAt !== null })
  await anonymizeOrders(tx, id)
  if (pendingEmail !== null) await deleteAskingMails(tx, pendingEmail)
  await eraseUser(tx, id, now)
  await queueMail(tx, {
    dedupeKey: `account-deleted:${id}`,
    template: 'account-deleted',
    to: email,
    facts: { name, at: now.toISOString(), ...(by === 'staff' && { by }) },
    at: now,
  })
}
