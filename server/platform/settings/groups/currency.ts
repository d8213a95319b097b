import { CURRENCIES, type Currency } from '#domain/money.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Currency of visitors who have not chosen. */
export const currency = plainGroup<{ default: Currency }>({ initial: { default: CURRENCIES[0] }, needsStepUp: false })
