import type { UpdateUserBody, UserSummary } from '#contract/users.ts'
import { CUSTOMER_SENTENCES, EMAIL_PATTERN } from '#domain/customer.ts'
import { maskEmail, normalizeEmail } from '#domain/user.ts'
import { checkUserChange, endsSessions } from '#domain/user-rules.ts'
import { deleteAskingMails, lockSuperAdmins } from '#server/account/erasure/repository.ts'
import { findPendingEmail } from '#server/account/repository.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { mailVerifyLink, tellOldAddress } from '#server/auth/mail-link.ts'
import { refuseIfTaken, refuseTakenEmail } from '#server/auth/refusals.ts'
import { deleteSessionsOf, findUserByEmail, type UserRow } from '#server/auth/repository.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse, refuseIf } from '#server/http/refusal.ts'
import { holdPayoutsOfAdmin } from '#server/payout-holds/hold-payouts.ts'
import { chooseBusiness } from './choose-business.ts'
import { presentUser } from './present-user.ts'
import { deleteLinks, findUser, lockKnownUser, storeUser } from './repository.ts'

type Change = Partial<Pick<UserRow, 'name' | 'email' | 'role' | 'status' | 'businessId' | 'deletedAt' | 'emailVerifiedAt'>>

function refuseMistyped({ name, email }: UpdateUserBody): void {
  const errors = [
    ...(name === '' ? [{ field: 'name', message: 'Please fill in this field' }] : []),
    ...(email === '' ? [{ field: 'email', message: 'Please fill in this field' }] : []),
  ]
  if (errors.length > 0) refuse('invalid_input', { detail: 'Please fill in all fields', errors })
  if (email === undefined || EMAIL_PATTERN.test(email)) return
  refuse('invalid_input', { detail: CUSTOMER_SENTENCES.email, errors: [{ field: 'email', message: CUSTOMER_SENTENCES.email }] })
}

/** What really changes. */
async function changeOf(tx: Db, user: UserRow, form: UpdateUserBody, now: Date): Promise<Change> {
  const role = form.role ?? user.role
  const status = form.status ?? user.status
  const email = form.email === undefined ? user.email : normalizeEmail(form.email)
  const businessId = await chooseBusiness(tx, role, form.businessId, user.businessId)
  const wanted: Change = { name: form.name ?? user.name, email, role, status, businessId }
  const changed = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => user[name as keyof UserRow] !== value)) as Change // its names are columns
  return {
    ...changed,
    ...(changed.email && { emailVerifiedAt: null }),
    ...(changed.status && { deletedAt: status === 'Deleted' ? now : null }),
  }
}

/** What the audit log keeps of a change: no address is readable in it. */
function noted(values: Change, names: readonly string[]): Record<string, unknown> {
  const kept = Object.entries(values).filter(([name]) => names.includes(name) && name !== 'deletedAt' && name !== 'emailVerifiedAt')
  return Object.fromEntries(kept.map(([name, value]) => [name, name === 'email' ? maskEmail(String(value)) : value]))
}

/** The old address is told, the new one is asked; whatever was sent to the old one opens nothing any more. */
async function followEmail(tx: Db, deps: Deps, user: UserRow, email: string): Promise<void> {
  const pending = await findPendingEmail(tx, user.id, deps.now())
  await deleteLinks(tx, user.id)
  if (pending !== null) await deleteAskingMails(tx, pending)
  await tellOldAddress(tx, user, email, deps.now())
  await mailVerifyLink(tx, deps, { ...user, email })
}

/** Refuses what would leave the shop without a super admin; two who try it at once take turns by the lock of all of them. */
async function keepSuperAdmin(tx: Db, user: UserRow, { role, status }: Change): Promise<void> {
  if (user.role !== 'super_admin' || (role === undefined && status === undefined)) return
  const superAdmins = await lockSuperAdmins(tx)
  if (superAdmins.every((id) => id === user.id)) refuse('last_super_admin', { detail: 'This is the last super admin: there must be one.' })
}

/** Refuses an actor who has lost the rights since the request began. */
export async function requireActor(tx: Db, actor: Actor): Promise<void> {
  const present = await findUser(tx, actor.userId)
  if (present?.status !== 'Active' || present.role !== actor.role) refuse('session_ended')
}

/**
 * Changes a user. Role and status act at the user's next request: who may not sign in any more is signed out everywhere.
 * Refuses `not_found`, `edit_conflict` with the `current` user, `super_admin_protected`, `super_admin_not_granted`, `own_role_or_status`,
 * `last_super_admin`, `email_taken`, `invalid_input`.
 */
export async function updateUser(
  deps: Deps,
  actor: Actor,
  { id, form, requestId }: { id: string; form: UpdateUserBody; requestId: string },
): Promise<UserSummary> {
  const now = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const seen = found(await findUser(tx, id))
    if (seen.role === 'super_admin') await lockSuperAdmins(tx) // before the user's own row, as everybody does
    const user = found(await lockKnownUser(tx, id))
    refuseIf(checkUserChange({ id: actor.userId, role: actor.role }, user, form))
    refuseMistyped(form)
    if (form.version !== undefined && form.version !== user.version)
      refuse('edit_conflict', { extra: { current: presentUser(found(await findUser(tx, id))) } })
    const change = await changeOf(tx, user, form, now)
    await keepSuperAdmin(tx, user, change)
    await requireActor(tx, actor)
    if (Object.keys(change).length === 0) return presentUser(found(await findUser(tx, id)))
    if (change.email && (await findUserByEmail(tx, change.email))) refuseTakenEmail()
    await storeUser(tx, id, change, now).catch(refuseIfTaken)
    if (change.email) await followEmail(tx, deps, user, change.email)
    if (endsSessions(user, { ...user, ...change })) await deleteSessionsOf(tx, id)
    const names = Object.keys(change)
    await recordAudit(tx, {
      actor,
      action: 'user.edit',
      targetType: 'user',
      targetId: id,
      before: noted(user, names),
      after: { ...noted(change, names), ...(form.reason && change.status && { reason: form.reason }) },
      requestId,
    })
    const old = { userId: id, email: user.email }
    if (change.email) await holdPayoutsOfAdmin(tx, { ...user, ...change }, { reason: 'email_changed', actor, old, at: now, requestId })
    return presentUser(found(await findUser(tx, id)))
  })
}
