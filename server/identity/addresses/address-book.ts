import { and, desc, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { addresses } from '#server/platform/db/schema.ts'

/** A saved address as stored; `form` has the fields that were filled in. */
export type AddressRow = typeof addresses.$inferSelect

/** Returns a user's addresses: the default one first, then the newest. */
export function listAddresses(db: Db, userId: string): Promise<AddressRow[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.createdAt), desc(addresses.id))
}

/** Returns true if this user has an address with that id. */
export async function hasAddress(db: Db, userId: string, id: string): Promise<boolean> {
  return (await db.$count(addresses, and(eq(addresses.id, id), eq(addresses.userId, userId)))) > 0
}

/** Adds an address. */
export async function insertAddress(tx: Db, address: typeof addresses.$inferInsert): Promise<AddressRow | undefined> {
  const [row] = await tx.insert(addresses).values(address).returning()
  return row
}

/** Replaces the fields of an address, and whether it is the default one. */
export async function updateAddress(
  tx: Db,
  id: string,
  { form, isDefault }: Pick<AddressRow, 'form' | 'isDefault'>,
): Promise<AddressRow | undefined> {
  const [row] = await tx.update(addresses).set({ form, isDefault }).where(eq(addresses.id, id)).returning()
  return row
}

/** Clears the default mark of a user's addresses, except that of `except` (null: of all). */
export async function clearDefault(tx: Db, userId: string, except: string | null): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true), ...(except === null ? [] : [ne(addresses.id, except)])))
}

/** Marks an address as the default one. */
export async function markDefault(tx: Db, id: string): Promise<void> {
  await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, id))
}

/** Deletes an address. */
export async function deleteAddress(tx: Db, id: string): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.id, id))
}
