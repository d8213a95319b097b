import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { importMappings } from '#server/platform/db/schema.ts'

/** Stores the mapping of a table that a user used last. */
export async function saveMapping(tx: Db, row: Required<typeof importMappings.$inferInsert>): Promise<void> {
  const { mapping, usedAt } = row
  const target = [importMappings.userId, importMappings.fingerprint]
  await tx.insert(importMappings).values(row).onConflictDoUpdate({ target, set: { mapping, usedAt } })
}

/** Returns the mapping that a user used last for a table, unchecked, or null. */
export async function findMapping(db: Db, userId: string, fingerprint: string): Promise<unknown> {
  const [row] = await db
    .select({ mapping: importMappings.mapping })
    .from(importMappings)
    .where(and(eq(importMappings.userId, userId), eq(importMappings.fingerprint, fingerprint)))
  return row?.mapping ?? null
}
