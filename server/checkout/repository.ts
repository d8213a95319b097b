import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { idempotencyKeys } from '#server/db/schema.ts'

/** A request that must act once: who sent it, under which key, and a fingerprint of what was asked. */
export interface KeyedRequest {
  userId: string
  key: string
  fingerprint: string
}

/** What is known of a key that was used before; `response` null: its request has not finished. */
export interface UsedKey {
  fingerprint: string
  response: unknown
}

/**
 * Claims a key in the transaction of the effect. A second request with the same key waits here until the first has committed or given up.
 * @returns null when the key is now this request's own; else what is known of its first use
 */
export async function claimKey(tx: Db, request: KeyedRequest, at: Date): Promise<UsedKey | null> {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...request, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (claimed.length > 0) return null
  const [used] = await tx
    .select({ fingerprint: idempotencyKeys.fingerprint, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, request.userId), eq(idempotencyKeys.key, request.key)))
  return used ?? { fingerprint: request.fingerprint, response: null }
}

/** Keeps the answer of a claimed key, to be given again. */
export async function keepAnswer(tx: Db, request: KeyedRequest, answer: { status: number; response: unknown }): Promise<void> {
  await answerWrite(tx, request, answer)
}

/** The write of `keepAnswer`, to be sent together with others. */
export function answerWrite(tx: Db, request: KeyedRequest, answer: { status: number; response: unknown }) {
  return tx
    .update(idempotencyKeys)
    .set(answer)
    .where(and(eq(idempotencyKeys.userId, request.userId), eq(idempotencyKeys.key, request.key)))
}
