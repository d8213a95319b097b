import type { HeldPayouts } from '#contract/payouts/payouts.ts'
import { inSnapshot } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { listOnHold } from './holds/held-sellers.ts'
import { holdOfSeller } from './holds/hold-payouts.ts'
import { listPrepared } from './payout-list.ts'
import { presentPayouts } from './present-payout.ts'

/** Returns the sellers whose payouts are on hold, and the prepared payouts that are held. */
export async function listHeld({ db, now }: Deps): Promise<HeldPayouts> {
  const at = now()
  return inSnapshot(db, async (tx) => ({
    sellers: (await listOnHold(tx, at)).flatMap(({ businessId, businessName, ...columns }) => {
      const hold = holdOfSeller(columns, at)
      return hold ? [{ businessId, businessName, hold }] : []
    }),
    payouts: (await presentPayouts(tx, await listPrepared(tx), at)).filter(({ held }) => held !== null),
  }))
}
