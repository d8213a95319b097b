import type { AuditRecord } from '#contract/reporting/audit.ts'
import { withoutSecrets } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { nameTargets } from '#server/reporting/dashboard/shop-overview.ts'
import type { AuditRow } from './audit-entries.ts'

/** Reason for a change, if one was given. */
function reasonOf(after: unknown): string | null {
  if (typeof after !== 'object' || after === null) return null
  const reason = 'reason' in after ? after.reason : 'note' in after ? after.note : null
  return typeof reason === 'string' && reason !== '' ? reason : null
}

/** Presents entries of the log with the names of their targets, once more without secrets. */
export async function presentEntries(db: Db, rows: readonly AuditRow[]): Promise<AuditRecord[]> {
  const names = await nameTargets(db, rows)
  return rows.map((row) => presentEntry(row, names.get(`${row.targetType}:${row.targetId}`) ?? null))
}

function presentEntry({ at, before, after, ...entry }: AuditRow, targetName: string | null): AuditRecord {
  return {
    ...entry,
    targetName,
    at: at.toISOString(),
    before: withoutSecrets(before) ?? null,
    after: withoutSecrets(after) ?? null,
    reason: reasonOf(after),
  }
}
