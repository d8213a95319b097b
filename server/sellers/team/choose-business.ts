import type { OwnBusiness } from '#contract/sellers/team.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { listOwnBusinesses } from './list-team.ts'
import { chooseBusinessOf } from './member-record.ts'

/** Chooses the business that the caller's session is about. Refuses `not_found` for one whose team the caller is not on. */
export async function chooseBusiness({ db }: Deps, actor: Actor, businessId: string): Promise<OwnBusiness[]> {
  return inTransaction(db, async (tx) => {
    const own = await listOwnBusinesses(tx, actor, businessId)
    if (!own.some(({ isCurrent }) => isCurrent)) refuse('not_found')
    await chooseBusinessOf(tx, actor.sessionId, businessId)
    return own
  })
}
