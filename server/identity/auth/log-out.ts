import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Caller } from './session.ts'
import { deleteSessionByHash } from './session-record.ts'

/** Ends the session of the request's token, also of inactive users; does nothing without a token. */
export async function logOut({ db }: Deps, actor: Actor | null, { tokenHash, requestId }: Caller): Promise<void> {
  if (!tokenHash) return
  await inTransaction(db, async (tx) => {
    const ended = await deleteSessionByHash(tx, tokenHash)
    if (ended) await recordAudit(tx, { actor, action: 'logout', targetType: 'user', targetId: ended.userId, requestId })
  })
}
