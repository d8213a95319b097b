import type { AccountUser } from '#contract/accounts/account.ts'
import { toSessionUser } from '#server/identity/auth/session-record.ts'
import { findAccount } from '#server/identity/auth/user-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { findPendingEmail } from './account-record.ts'

/** Reads the caller's account; `actor` may be older than a change of the name. */
export async function readAccount(db: Db, actor: Actor, now: Date): Promise<AccountUser> {
  const { name, createdAt } = found(await findAccount(db, actor.userId))
  const pendingEmail = await findPendingEmail(db, actor.userId, now)
  return { ...toSessionUser(actor), name, pendingEmail, createdAt: createdAt.toISOString() }
}
