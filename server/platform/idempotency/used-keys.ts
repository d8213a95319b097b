import { and, eq, type Placeholder, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { idempotencyKeys } from '#server/platform/db/schema.ts'

/** A request that must act once: who sent it, under which key, and a fingerprint of what was asked. */
export interface KeyedRequest {
  userId: string
  key: string
  fingerprint: string
}

/** The first use of a key; `response` null: that request has not finished. */
interface UsedKey {
  fingerprint: string
  response: unknown
}

/**
 * Claims a key in the transaction of the effect. A second request with the same key waits here until the first has committed or rolled
 * back.
 * @returns null when the key is now this request's own; else its first use
 */
export async function claimKey(tx: Db, request: KeyedRequest, at: Date): Promise<UsedKey | null> {
  const { rows } = await tx.execute(claimSql({ ...request, at: at.toISOString() }))
  return rows.length > 0 ? null : findUsedKey(tx, request)
}

/** The insert that claims a key; it returns no row where the key was used before. */
export const claimSql = ({ userId, key, fingerprint, at }: Record<keyof KeyedRequest | 'at', string | Placeholder>) =>
  sql`insert into ${idempotencyKeys} (user_id, key, fingerprint, created_at)
    values (${userId}::uuid, ${key}, ${fingerprint}, ${at}::timestamptz) on conflict do nothing returning key`

/** Returns the first use of a key. */
export async function findUsedKey(tx: Db, request: KeyedRequest): Promise<UsedKey> {
  const [used] = await tx
    .select({ fingerprint: idempotencyKeys.fingerprint, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, request.userId), eq(idempotencyKeys.key, request.key)))
  return used ?? { fingerprint: request.fingerprint, response: null }
}

/** The update that stores the answer of a claimed key for requests that repeat it, unsent: await it, or add it to a unit of work. */
export const storeAnswer = (tx: Db, request: KeyedRequest, answer: { status: number; response: unknown }) =>
  tx
    .update(idempotencyKeys)
    .set(answer)
    .where(and(eq(idempotencyKeys.userId, request.userId), eq(idempotencyKeys.key, request.key)))
