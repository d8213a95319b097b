import { lockActor } from '#server/identity/auth/refusals.ts'
import { noteStepUp } from '#server/identity/auth/session-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { encryptSecret } from '#server/platform/secrets/secret-keys.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import { newTotpSecret, totpAddress } from '#server/platform/vendors/totp.ts'
import { checkCode, refuseCode } from './check-factor.ts'
import { confirmTotpRow, storeTotp } from './factor-record.ts'
import { notifyUser } from './notify-user.ts'

/** Name of an authenticator app in emails. */
export const TOTP_NAME = 'Authenticator app'

/**
 * Creates the secret of an authenticator app, which counts once it is confirmed. Refuses `second_factor_unconfigured` and `totp_exists`.
 * @returns its `otpauth:` address, which is never shown again
 */
export async function addTotp({ config, db }: Deps, actor: Actor): Promise<{ address: string }> {
  const secret = newTotpSecret()
  const stored = encryptSecret(config.secretsKeys, secret, actor.userId)
  if (!stored) return refuse('second_factor_unconfigured')
  return inTransaction(db, async (tx) => {
    await lockActor(tx, actor.userId)
    if (!(await storeTotp(tx, actor.userId, stored))) refuse('totp_exists')
    return { address: totpAddress(secret, { issuer: await readShopName(tx), label: actor.email }) }
  })
}

/** Confirms an authenticator app by its first code, which also confirms the caller. Refuses `invalid_second_factor` at the field `code`. */
export async function confirmTotp(deps: Deps, actor: Actor, code: string, requestId: string): Promise<void> {
  const { db, now } = deps
  const isConfirmed = await inTransaction(db, async (tx) => {
    const user = await lockActor(tx, actor.userId)
    if (!(await checkCode(tx, deps, actor.userId, code, true)) || !(await confirmTotpRow(tx, actor.userId, now()))) return false
    await noteStepUp(tx, actor.sessionId, now())
    await recordAudit(tx, { actor, action: 'totp_added', targetType: 'user', targetId: actor.userId, requestId })
    await notifyUser(tx, user, 'factor-added', { what: TOTP_NAME }, now())
    return true
  })
  if (!isConfirmed) refuseCode()
}
