import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { SavedBy } from '#contract/errors.ts'
import type { Db } from './db/client.ts'
import { auditEntries } from './db/schema.ts'
import { type Actor, isSeller } from './http/actor.ts'
import { RefusalError, StaleEditError } from './http/refusal.ts'

/** Returns who saved a record last, and when; null where the audit log has no entry. Sellers learn names of their own business only. */
async function readSavedBy(db: Db, [type, id]: StaleEditError['target'], viewer: Actor): Promise<SavedBy | null> {
  const isTarget = and(eq(auditEntries.targetType, type), eq(auditEntries.targetId, id), isNotNull(auditEntries.after))
  const [entry] = await db.select().from(auditEntries).where(isTarget).orderBy(desc(auditEntries.id)).limit(1)
  if (!entry) return null
  const isNamed = entry.actorId !== null && (!isSeller(viewer) || entry.actorRole === 'business_admin')
  return { by: isNamed ? entry.actorName : null, isYou: entry.actorId === viewer.userId, at: entry.at.toISOString() }
}

/** Adds to the refusal of an edit of an older version who saved the newer one, and when; returns every other error as it is. */
export async function withSavedBy(db: Db, error: unknown, viewer: Actor | null): Promise<unknown> {
  if (!(error instanceof StaleEditError) || !viewer) return error
  const saved = await readSavedBy(db, error.target, viewer).catch(() => null) // the refusal counts, also where it cannot say by whom
  return new RefusalError({ ...error.refusal, extra: { ...error.refusal.extra, saved } })
}
