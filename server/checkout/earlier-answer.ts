import type { Db } from '#server/db/client.ts'
import { refuse } from '#server/http/refusal.ts'
import { claimKey, type KeyedRequest } from './repository.ts'

/** What this key was answered before; null when the key is new and now ours. 422 for another request under it, 409 while the first one runs. */
export async function earlierAnswer<Answer>(tx: Db, keyed: KeyedRequest, at: Date): Promise<Answer | null> {
  const used = await claimKey(tx, keyed, at)
  if (!used) return null
  if (used.fingerprint !== keyed.fingerprint) refuse('idempotency_key_reused')
  if (used.response === null) refuse('idempotency_in_progress')
  return used.response as Answer // kept by keepAnswer
}
