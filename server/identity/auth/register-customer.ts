import type { RegisterBody, SignedIn } from '#contract/identity/auth.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { mailVerifyLink } from './mail-link.ts'
import { refuseTakenEmail, refuseWeakPassword } from './refusals.ts'
import { type Caller, startSession } from './session.ts'
import { findUserByEmail, insertUser } from './user-record.ts'

/**
 * Creates a customer, starts a session, and queues the email that verifies the address. Refuses `password_…` at its field, `email_taken`,
 * `too_many_requests`, `busy`.
 * @param throttle null if rate limits are off
 */
export async function registerCustomer(
  deps: Deps,
  throttle: Throttle | null,
  { name, email, password, acceptTerms }: RegisterBody,
  caller: Caller,
): Promise<SignedIn> {
  refuseWeakPassword(password, { email, name })
  await throttle?.beginRegistration(caller.address, deps.now().getTime())
  if (await findUserByEmail(deps.db, email)) refuseTakenEmail()
  const passwordHash = await hashPassword(password)
  return inTransaction(deps.db, async (tx) => {
    const createdAt = deps.now()
    const user = await insertUser(tx, { name, email, passwordHash, role: 'customer', createdAt, updatedAt: createdAt })
    if (!user) return refuseTakenEmail()
    await mailVerifyLink(tx, deps, user)
    const actor = { userId: user.id, name: user.name, role: user.role }
    const after = { acceptTerms: acceptTerms ?? null }
    await recordAudit(tx, { actor, action: 'register', targetType: 'user', targetId: user.id, after, requestId: caller.requestId })
    return startSession(tx, user, caller, 'password', createdAt)
  })
}
