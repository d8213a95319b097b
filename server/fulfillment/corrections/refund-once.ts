import type { Endpoint } from '#contract/endpoint.ts'
import { confirmPassword, type Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'

/** What a call for a refund says: of which order, how, and under which key. */
export interface RefundCall<Body> {
  id: string
  body: Body
  idempotencyKey: string | null
}

/** What is asked for, when, and the `cause` that marks this request's refunds. */
interface Asked<Body> {
  body: Body
  cause: string
  at: Date
}

/**
 * Refunds after the own password, once for each key, in one transaction.
 * Refuses a missing key, an amount of nothing and a wrong password.
 */
export async function refundOnce<Body extends { amount?: number | undefined; password: string }, Answer>(
  deps: Deps,
  reauthentication: Reauthentication,
  { method, path, status }: Pick<Endpoint, 'method' | 'path' | 'status'>,
  { id, body, idempotencyKey: key }: RefundCall<Body>,
  refund: (tx: Db, asked: Asked<Body>) => Promise<Answer>,
): Promise<OnceAnswered<Answer>> {
  const { password, ...kept } = body
  if (key === null) return refuse('idempotency_key_missing')
  if (body.amount === 0) refuseField('amount', 'Please enter an amount above 0')
  const lockUser = await confirmPassword(deps, reauthentication, password, 'password')
  const { userId } = reauthentication.actor
  const at = deps.now()
  // the key's fingerprint is kept: the password is no part of it
  const keyed = { userId, key, status, fingerprint: fingerprint(method, path, { id, ...kept }) }
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx)
    if (user.businessId !== reauthentication.actor.businessId) refuse('not_found') // it changed while the password was checked
    return answerOnce(tx, keyed, at, () => refund(tx, { body, cause: `call:${userId}:${key}`, at }))
  })
}
