import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { claimKey, findUsedKey, type KeyedRequest, storeAnswer } from './used-keys.ts'

/** The answer of a call; `isReplay`: that of an earlier call with the same key. */
export interface OnceAnswered<Answer> {
  answer: Answer
  isReplay: boolean
}

/**
 * Returns the answer of an earlier call with the same key, for those who ask others before their transaction; null where there is none yet.
 * Refuses another request under the key.
 */
export async function findAnswer<Answer>(db: Db, keyed: KeyedRequest | null): Promise<OnceAnswered<Answer> | null> {
  if (!keyed) return null
  const used = await findUsedKey(db, keyed)
  if (used.fingerprint !== keyed.fingerprint) refuse('idempotency_key_reused')
  return used.response === null ? null : { answer: used.response as Answer, isReplay: true } // stored by answerOnce
}

/**
 * Acts once for each key, in the transaction of the effect: the same request again gets the answer of the first, another with the same key
 * is refused.
 * @param keyed null: without a key
 */
export async function answerOnce<Answer>(
  tx: Db,
  keyed: (KeyedRequest & { status: number }) | null,
  at: Date,
  act: () => Promise<Answer>,
): Promise<OnceAnswered<Answer>> {
  const earlier = await claimOnce<Answer>(tx, keyed, at)
  if (earlier) return earlier
  const answer = await act()
  if (keyed) await storeAnswer(tx, keyed, { status: keyed.status, response: answer })
  return { answer, isReplay: false }
}

/**
 * Claims the key of a call, whose caller stores its answer with its other writes (`storeAnswer`). @returns the answer of an earlier call
 * with it; null for none
 */
export async function claimOnce<Answer>(tx: Db, keyed: KeyedRequest | null, at: Date): Promise<OnceAnswered<Answer> | null> {
  if (!keyed) return null
  const used = await claimKey(tx, keyed, at)
  if (!used) return null
  if (used.fingerprint !== keyed.fingerprint) refuse('idempotency_key_reused')
  if (used.response === null) refuse('idempotency_in_progress')
  return { answer: used.response as Answer, isReplay: true } // stored by storeAnswer
}
