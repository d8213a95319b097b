import { DEFAULT_TRADE, type TradeSettings } from '#domain/tax-settings.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Seller of record, and who writes the invoices of sellers. */
export const trade = plainGroup<TradeSettings>({ initial: DEFAULT_TRADE, needsStepUp: true })
