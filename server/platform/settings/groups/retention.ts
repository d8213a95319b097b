import { DEFAULT_RETENTION, type RetentionYears } from '#domain/retention.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Years for which orders and the audit log are kept. */
export const retention = plainGroup<RetentionYears>({ initial: DEFAULT_RETENTION, needsStepUp: true })
