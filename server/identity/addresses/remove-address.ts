import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { deleteAddress, markDefault } from './address-book.ts'
import { lockBook } from './lock-book.ts'

/** Deletes an address of this user; if it was the default one, the newest other becomes it. Refuses someone else's as `not_found`. */
export async function removeAddress({ db }: Deps, userId: string, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const book = await lockBook(tx, userId)
    const gone = found(book.find((address) => address.id === id))
    await deleteAddress(tx, id)
    const [heir] = book.filter((address) => address.id !== id)
    if (gone.isDefault && heir) await markDefault(tx, heir.id)
  })
}
