import type { Endpoint } from '#contract/endpoint.ts'
import { confirmPassword, type Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'

/** Call that asks for a refund of an order. */
export interface RefundCall<Body> {
  id: string
  body: Body
  idempotencyKey: string | null
}

/** Refund request as it is carried out; `cause` marks its refunds. */
interface RefundAttempt<Body> {
  body: Body
  cause: { kind: 'request'; userId: string; key: string }
  at: Date
}

/**
 * Refunds after a check of the caller's password, once for each key, in one transaction.
 * @throws the refusals `idempotency_key_missing` and those of `confirmPassword`; 422 for an amount of 0
 */
export async function refundOnce<Body extends { amount?: number | undefined; password: string }, Answer>(
  deps: Deps,
  reauthentication: Reauthentication,
  { method, path, status }: Pick<Endpoint, 'method' | 'path' | 'status'>,
  { id, body, idempotencyKey: key }: RefundCall<Body>,
  refund: (tx: Db, attempt: RefundAttempt<Body>) => Promise<Answer>,
): Promise<OnceAnswered<Answer>> {
  const { password, ...request } = body
  if (key === null) return refuse('idempotency_key_missing')
  if (body.amount === 0) refuseField('amount', 'Please enter an amount above 0')
  const lockUser = await confirmPassword(deps, reauthentication, password, 'password')
  const { userId } = reauthentication.actor
  const at = deps.now()
  // stored with the key, so without the password
  const idempotency = { userId, key, status, fingerprint: fingerprint(method, path, { id, ...request }) }
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx)
    if (user.businessId !== reauthentication.actor.businessId) refuse('not_found') // it changed while the password was checked
    return answerOnce(tx, idempotency, at, () => refund(tx, { body, cause: { kind: 'request', userId, key }, at }))
  })
}
