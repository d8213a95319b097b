import type { RegisterBody, SignedIn } from '#contract/auth.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/repository.ts'
import { hashPassword } from './password.ts'
import { refuseTakenEmail, refuseWeakPassword } from './refusals.ts'
import { findUserByEmail, insertUser, insertUserToken, type UserRow } from './repository.ts'
import { type Caller, startSession } from './session.ts'
import type { Throttle } from './throttle.ts'
import { hashToken, newToken } from './token.ts'

/** An hour, as every link in a mail (D126). */
const VERIFY_MS = 3_600_000

async function askToVerify(tx: Db, { config, now }: Deps, user: UserRow): Promise<void> {
  const token = newToken()
  const tokenHash = hashToken(token)
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + VERIFY_MS)
  await insertUserToken(tx, { tokenHash, userId: user.id, purpose: 'verify', createdAt, expiresAt })
  const link = `${config.publicUrl}/verify-email?token=${token}`
  await queueMail(tx, {
    dedupeKey: `verify-email:${tokenHash}`,
    template: 'verify-email',
    to: user.email,
    facts: { name: user.name, link },
    at: createdAt,
  })
}

/**
 * Makes a customer, whatever else the body says, starts a session, and leaves the mail that verifies the address.
 * Refuses `password_…` on its field, `email_taken`, `too_many_requests`, `busy`.
 * @param throttle null where rates are not limited.
 */
export async function registerCustomer(
  deps: Deps,
  throttle: Throttle | null,
  { name, email, password }: RegisterBody,
  caller: Caller,
): Promise<SignedIn> {
  refuseWeakPassword(password, { email, name })
  throttle?.beginRegistration(caller.address, deps.now().getTime())
  if (await findUserByEmail(deps.db, email)) refuseTakenEmail()
  const passwordHash = await hashPassword(password)
  return inTransaction(deps.db, async (tx) => {
    const createdAt = deps.now()
    const user = await insertUser(tx, { name, email, passwordHash, role: 'customer', createdAt, updatedAt: createdAt })
    if (!user) return refuseTakenEmail()
    await askToVerify(tx, deps, user)
    const actor = { userId: user.id, name: user.name, role: user.role }
    await recordAudit(tx, { actor, action: 'register', targetType: 'user', targetId: user.id, requestId: caller.requestId })
    return startSession(tx, user, caller, createdAt)
  })
}
