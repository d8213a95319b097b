import { sql } from 'drizzle-orm'
import type { Db } from './db/client.ts'
import { auditEntries } from './db/schema.ts'
import type { UnitOfWork } from './db/unit-of-work.ts'
import { actorName } from './http/actor.ts'
import { API_TOKENS } from './secrets/token.ts'

/** An entry of the audit log. `before` and `after` never contain secrets. */
export interface AuditEntry {
  actor: { userId: string; name: string; role: string; token?: { name: string } | null } | null
  action: string
  targetType: string
  targetId: string
  before?: unknown
  after?: unknown
  requestId?: string
}

const SECRET = /password|token|secret|hash|apikey|authorization/i
const LINK_TOKEN = /([?&]token=)[^&\s"]+/g

/** Replaces secrets in a value: members with a secret name, API tokens, and tokens in links. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(LINK_TOKEN, '$1removed').replace(API_TOKENS, 'removed')
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const members = Object.entries(value).map(([name, part]) => [
    name,
    SECRET.test(name) && part !== null && typeof part !== 'boolean' ? 'removed' : withoutSecrets(part),
  ])
  return Object.fromEntries(members)
}

/** The row of an entry, without secrets. */
function auditRow({ actor, before, after, ...entry }: AuditEntry): typeof auditEntries.$inferInsert {
  const change = {
    ...(before !== undefined && { before: withoutSecrets(before) }),
    ...(after !== undefined && { after: withoutSecrets(after) }),
  }
  const who = { actorId: actor?.userId ?? null, actorName: actor ? actorName(actor) : 'System', actorRole: actor?.role ?? 'system' }
  return { ...entry, ...change, ...who }
}

/** Records a change in the audit log, without secrets. Must run in the transaction of the change. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db.insert(auditEntries).values(auditRow(entry))
}

/** As `recordAudit`, as a part of what `work` writes. */
export const addAudit = (work: UnitOfWork, entry: AuditEntry): void => work.insert(auditEntries, [auditRow(entry)])

/** Records several changes of one call. Must run in their transaction. One parameter has all: a thousand of them take longer to read. */
export async function recordAudits(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db.execute(sql`insert into ${auditEntries} (actor_id, actor_name, actor_role, action, target_type, target_id, before, after, request_id)
    select * from jsonb_to_recordset(${JSON.stringify(entries.map(auditRow))}::jsonb) as entry("actorId" uuid, "actorName" text,
      "actorRole" text, action text, "targetType" text, "targetId" text, before jsonb, after jsonb, "requestId" text)`)
}
