import { DEFAULT_SWITCHES, type ShopSwitches } from '#domain/settings.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Switches of super admins. */
export const switches = plainGroup<ShopSwitches>({ initial: DEFAULT_SWITCHES, needsStepUp: false })
