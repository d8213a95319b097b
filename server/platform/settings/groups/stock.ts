import { DEFAULT_STOCK_LEVELS, type StockLevels } from '#domain/stock.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Levels of low and medium stock, and of a restock. */
export const stock = plainGroup<StockLevels>({ initial: DEFAULT_STOCK_LEVELS, needsStepUp: false })
