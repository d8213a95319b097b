import type { Db } from './db/client.ts'
import { auditEntries } from './db/schema.ts'

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

const SECRET = /password|token|secret|hash|apikey|authorization/i
const LINK_KEY = /([?&]token=)[^&\s"]+/g

/** A value of the log without what nobody may read there: members named like secrets, and the keys of links. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(LINK_KEY, '$1removed')
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const members = Object.entries(value).map(([name, part]) => [
    name,
    SECRET.test(name) && part !== null && typeof part !== 'boolean' ? 'removed' : withoutSecrets(part),
  ])
  return Object.fromEntries(members)
}

/** The row of an entry, without secrets. */
export function auditRow({ actor, before, after, ...entry }: AuditEntry): typeof auditEntries.$inferInsert {
  const change = {
    ...(before !== undefined && { before: withoutSecrets(before) }),
    ...(after !== undefined && { after: withoutSecrets(after) }),
  }
  const who = { actorId: actor?.userId ?? null, actorName: actor?.name ?? 'System', actorRole: actor?.role ?? 'system' }
  return { ...entry, ...change, ...who }
}

/** Writes down who did what, in the transaction that does it; secrets are left out. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db.insert(auditEntries).values(auditRow(entry))
}

/** Writes down many changes of one call, in the transaction that makes them. */
export async function recordAudits(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await db.insert(auditEntries).values(entries.map(auditRow))
}
