import type { AuditRecord } from '#contract/reporting/audit.ts'
import { withoutSecrets } from '#server/platform/audit.ts'
import type { AuditRow } from './audit-entries.ts'

/** Reason for a change, if one was given. */
function reasonOf(after: unknown): string | null {
  if (typeof after !== 'object' || after === null) return null
  const reason = 'reason' in after ? after.reason : 'note' in after ? after.note : null
  return typeof reason === 'string' && reason !== '' ? reason : null
}

/** Presents an entry of the log, once more without secrets. */
export function presentEntry({ at, before, after, ...entry }: AuditRow): AuditRecord {
  return {
    ...entry,
    at: at.toISOString(),
    before: withoutSecrets(before) ?? null,
    after: withoutSecrets(after) ?? null,
    reason: reasonOf(after),
  }
}
