import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Caller } from './session.ts'
import { deleteSessionByHash } from './user-record.ts'

/** Ends the session of the token that came along, also of a user who is not Active; without one nothing changes. */
export async function logOut({ db }: Deps, actor: Actor | null, { tokenHash, requestId }: Caller): Promise<void> {
  if (!tokenHash) return
  await inTransaction(db, async (tx) => {
    const ended = await deleteSessionByHash(tx, tokenHash)
    if (ended) await recordAudit(tx, { actor, action: 'logout', targetType: 'user', targetId: ended.userId, requestId })
  })
}
