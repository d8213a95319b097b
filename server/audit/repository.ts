import type { Db } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema.ts'

/** One entry of the audit log. `before` and `after` never hold secrets. */
export interface AuditEntry {
  actor: { userId: string; name: string; role: string } | null
  action: string
  targetType: string
  targetId: string
  before?: unknown
  after?: unknown
  requestId?: string
}

/** Writes down who did what, in the transaction that does it. */
export async function recordAudit(db: Db, { actor, ...entry }: AuditEntry): Promise<void> {
  await db
    .insert(auditEntries)
    .values({ ...entry, actorId: actor?.userId ?? null, actorName: actor?.name ?? 'System', actorRole: actor?.role ?? 'system' })
}

/** Writes down many changes of one call, in the transaction that makes them. */
export async function recordAudits(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ actor, ...entry }) => ({
    ...entry,
    actorId: actor?.userId ?? null,
    actorName: actor?.name ?? 'System',
    actorRole: actor?.role ?? 'system',
  }))
  await db.insert(auditEntries).values(rows)
}
