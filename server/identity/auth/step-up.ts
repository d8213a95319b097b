import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { confirmPassword, type Reauthentication } from './confirm-password.ts'
import { noteStepUp } from './session-record.ts'

/**
 * Opens the calls that require step-up, for the caller's session and `STEP_UP_MINUTES`. Refuses `wrong_password` at the field `password`,
 * `too_many_requests`, `busy`.
 */
export async function stepUp(deps: Deps, reauthentication: Reauthentication, password: string): Promise<void> {
  const { actor, requestId } = reauthentication
  const lock = await confirmPassword(deps, reauthentication, password, 'password')
  await inTransaction(deps.db, async (tx) => {
    await lock(tx)
    await noteStepUp(tx, actor.sessionId, deps.now())
    await recordAudit(tx, { actor, action: 'step_up', targetType: 'user', targetId: actor.userId, requestId })
  })
}
