import type { AddPasskeyBody, Passkey } from '#contract/identity/security.ts'
import { MAX_PASSKEYS } from '#domain/second-factor.ts'
import { lockActor } from '#server/identity/auth/refusals.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import { passkeyCreation, readNewPasskey } from '#server/platform/vendors/passkeys.ts'
import { deleteChallenge, insertChallenge, takeAttempt } from './challenge-record.ts'
import { refusePasskey } from './check-factor.ts'
import { insertPasskey, listPasskeys, renamePasskeyRow } from './factor-record.ts'
import { notifyUser } from './notify-user.ts'
import { presentPasskey } from './present-security.ts'

/** Name of a passkey in emails. */
export const passkeyName = (name: string): string => `Passkey "${name}"`

async function refuseMany(db: Db, userId: string) {
  const known = await listPasskeys(db, userId)
  if (known.length >= MAX_PASSKEYS) refuse('too_many_passkeys', { facts: { max: MAX_PASSKEYS } })
  return known
}

/** Returns what the browser needs to create a passkey. Refuses `too_many_passkeys`. */
export async function startPasskey({ config, db, now }: Deps, actor: Actor) {
  const known = await refuseMany(db, actor.userId)
  const { challenge, token } = await insertChallenge(db, { userId: actor.userId, purpose: 'register' }, now())
  const party = { name: await readShopName(db), publicUrl: config.publicUrl }
  return { challenge: token, options: await passkeyCreation(party, { ...actor, id: actor.userId }, challenge, known) }
}

/** Adds a passkey that the browser has created. Refuses `challenge_expired`, `invalid_second_factor`, `too_many_passkeys`. */
export async function addPasskey(
  { config, db, now }: Deps,
  actor: Actor,
  { challenge: token, name, passkey }: AddPasskeyBody,
  requestId: string,
): Promise<Passkey> {
  const { userId } = actor
  const challenge = await takeAttempt(db, token, now())
  if (challenge?.purpose !== 'register' || challenge.userId !== userId) return refuse('challenge_expired')
  const made = await readNewPasskey(config.publicUrl, challenge.challenge, passkey)
  if (!made) return refusePasskey()
  return inTransaction(db, async (tx) => {
    const user = await lockActor(tx, userId)
    await refuseMany(tx, userId)
    if (!(await deleteChallenge(tx, challenge.hash))) return refuse('challenge_expired')
    const row = await insertPasskey(tx, { ...made, userId, name, createdAt: now() })
    if (!row) return refusePasskey()
    await recordAudit(tx, { actor, action: 'passkey_added', targetType: 'user', targetId: userId, after: { name }, requestId })
    await notifyUser(tx, user, 'factor-added', { what: passkeyName(name) }, now())
    return presentPasskey(row)
  })
}

/** Renames one of the caller's passkeys. Refuses `not_found` for someone else's. */
export async function renamePasskey({ db }: Deps, actor: Actor, id: string, name: string, requestId: string): Promise<Passkey> {
  return inTransaction(db, async (tx) => {
    const row = found(await renamePasskeyRow(tx, actor.userId, id, name))
    await recordAudit(tx, { actor, action: 'passkey_renamed', targetType: 'user', targetId: actor.userId, after: { name }, requestId })
    return presentPasskey(row)
  })
}
