import { lockActor } from '#server/identity/auth/refusals.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type AddressRow, listAddresses } from './address-book.ts'

/**
 * Locks the book of a user: two changes of it take turns, so that it never has two default addresses or too many, and nothing is kept
 * for an account that has just been deleted.
 */
export async function lockBook(tx: Db, userId: string): Promise<AddressRow[]> {
  await lockActor(tx, userId)
  return listAddresses(tx, userId)
}
