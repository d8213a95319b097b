import type { AccountUser, ChangeAccountBody } from '#contract/accounts/account.ts'
import { maskEmail, normalizeEmail } from '#domain/user.ts'
import { confirmPassword, type Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { mailNewEmailLink } from '#server/identity/auth/mail-link.ts'
import { lockActor, refuseTakenEmail } from '#server/identity/auth/refusals.ts'
import { findUserByEmail } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { deletePendingEmails, rename } from './account-record.ts'
import { readAccount } from './read-account.ts'

async function changeName(tx: Db, { actor, requestId }: Reauthentication, name: string, now: Date): Promise<void> {
  if (name === actor.name) return
  await rename(tx, actor.userId, name, now)
  const [before, after] = [{ name: actor.name }, { name }]
  await recordAudit(tx, { actor, action: 'name_changed', targetType: 'user', targetId: actor.userId, before, after, requestId })
}

async function requestNewEmail(tx: Db, deps: Deps, { actor, requestId }: Reauthentication, name: string, email: string): Promise<void> {
  if (await findUserByEmail(tx, email)) refuseTakenEmail()
  await deletePendingEmails(tx, actor.userId, deps.now())
  await mailNewEmailLink(tx, deps, { id: actor.userId, name, email: actor.email }, email)
  const after = { email: maskEmail(email) }
  await recordAudit(tx, { actor, action: 'new_email_requested', targetType: 'user', targetId: actor.userId, after, requestId })
}

/**
 * Changes the caller's name at once; a new email address, which needs the password, once it is confirmed. Refuses `wrong_password`,
 * `email_taken`, `too_many_requests`, `busy`.
 */
export async function changeAccount(deps: Deps, reauthentication: Reauthentication, body: ChangeAccountBody): Promise<AccountUser> {
  const { actor, address, throttle } = reauthentication
  const email = body.email === undefined ? actor.email : normalizeEmail(body.email)
  const isNewEmail = email !== actor.email
  const lock = isNewEmail ? await confirmPassword(deps, reauthentication, body.currentPassword) : null
  if (isNewEmail) await throttle?.beginMail(actor.userId, address, deps.now().getTime())
  await inTransaction(deps.db, async (tx) => {
    const user = lock ? await lock(tx) : await lockActor(tx, actor.userId)
    const name = body.name ?? user.name
    await changeName(tx, reauthentication, name, deps.now())
    if (isNewEmail) await requestNewEmail(tx, deps, reauthentication, name, email)
  })
  return readAccount(deps.db, actor, deps.now())
}

/** Cancels a change of the address that is not confirmed yet. */
export async function cancelNewEmail({ db, now }: Deps, { actor, requestId }: Reauthentication): Promise<AccountUser> {
  await inTransaction(db, async (tx) => {
    const hadPending = await deletePendingEmails(tx, actor.userId, now())
    if (hadPending) await recordAudit(tx, { actor, action: 'new_email_cancelled', targetType: 'user', targetId: actor.userId, requestId })
  })
  return readAccount(db, actor, now())
}
