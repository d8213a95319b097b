import type { HeldPayouts } from '#contract/payouts.ts'
import { inSnapshot } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { holdOfSeller } from '#server/payout-holds/hold-payouts.ts'
import { listOnHold } from '#server/payout-holds/repository.ts'
import { presentPayouts } from './present-payout.ts'
import { listPrepared } from './repository.ts'

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
