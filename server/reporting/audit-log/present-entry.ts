import type { AuditRecord } from '#contract/reporting/audit.ts'
import { withoutSecrets } from '#server/platform/audit.ts'
import type { AuditRow } from './audit-entries.ts'

/** The reason that was given for a change, where one was. */
function reasonOf(after: unknown): string | null {
  if (typeof after !== 'object' || after === null) return null
  const reason = 'reason' in after ? after.reason : 'note' in after ? after.note : null
  return typeof reason === 'string' && reason !== '' ? reason : null
}

/** An entry of the log as it is read; secrets are left out even of entries that should hold none. */
export function presentEntry({ at, before, after, ...entry }: AuditRow): AuditRecord {
  return {
    ...entry,
    at: at.toISOString(),
    before: withoutSecrets(before) ?? null,
    after: withoutSecrets(after) ?? null,
    reason: reasonOf(after),
  }
}
