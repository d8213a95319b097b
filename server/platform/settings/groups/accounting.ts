import { type AccountingSettings, DEFAULT_ACCOUNTING } from '#domain/accounting.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Accounts and numbers of the bookkeeping. */
export const accounting = plainGroup<AccountingSettings>({ initial: DEFAULT_ACCOUNTING, needsStepUp: true })
