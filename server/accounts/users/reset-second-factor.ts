import { resetFactors } from '#server/identity/second-factor/remove-factor.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { requireActor } from './update-user.ts'
import { lockKnownUser } from './user-list.ts'

/**
 * Removes the second factors of a user who has lost them. Refuses `not_found`, and `own_second_factor` of the caller's own.
 * @returns false if there was none
 */
export async function resetSecondFactor(deps: Deps, actor: Actor, { id, requestId }: { id: string; requestId: string }): Promise<boolean> {
  if (id === actor.userId) refuse('own_second_factor')
  return inTransaction(deps.db, async (tx) => {
    const user = found(await lockKnownUser(tx, id))
    await requireActor(tx, actor)
    return resetFactors(tx, deps, user, { actor, requestId })
  })
}
