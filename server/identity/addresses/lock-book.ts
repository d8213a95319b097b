import { lockActor } from '#server/identity/auth/refusals.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type AddressRow, listAddresses } from './address-book.ts'

/**
 * Locks a user's address book: concurrent changes take turns, so that there is one default address and never too many, and nothing is
 * stored for an account that was just deleted.
 */
export async function lockBook(tx: Db, userId: string): Promise<AddressRow[]> {
  await lockActor(tx, userId)
  return listAddresses(tx, userId)
}
