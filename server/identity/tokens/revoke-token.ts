import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { revokeTokenIn, type TokenSet } from './token-record.ts'

/** Revokes a token of those that the caller sees; no server takes it from the next request. Refuses `not_found`, also the second time. */
export async function revokeToken({ db, now }: Deps, actor: Actor, one: TokenSet & { id: string }, requestId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { userId, name, kind } = found(await revokeTokenIn(tx, one, now()))
    const after = { name, kind }
    await recordAudit(tx, { actor, action: 'token.revoke', targetType: 'user', targetId: userId, after, requestId })
  })
}
