import { openTraderItems, type TraderFacts } from '#domain/trader.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { readSwitches } from '#server/platform/settings/setting-groups.ts'

/** Refuses `trader_checks_open` for a business of whose trader details something is open, where staff have decided so in the settings. */
export async function requireTraderChecks(tx: Db, business: TraderFacts): Promise<void> {
  const open = openTraderItems(business)
  if (open.length === 0) return
  const switches = await readSwitches(tx)
  if (switches.requireTraderChecks) refuse('trader_checks_open', { facts: { list: open.join(', ') } })
}
