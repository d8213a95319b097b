import type { UpdateUserBody, UserSummary } from '#contract/accounts/users.ts'
import { gainsKeys } from '#domain/permissions.ts'
import { EMAIL_ERROR, isEmail, isStaffRole, maskEmail, normalizeEmail, roleLabel } from '#domain/user.ts'
import { changeNeedsStepUp, checkEmailChange, checkUserChange, endsSessions } from '#domain/user-rules.ts'
import { deleteConfirmationEmails, lockSuperAdmins } from '#server/accounts/personal-data/erased-data.ts'
import { findPendingEmail } from '#server/accounts/profile/account-record.ts'
import { mailStaffEmailLinks } from '#server/identity/auth/mail-link.ts'
import { notifySuperAdmins } from '#server/identity/auth/notify-super-admins.ts'
import { refuseTakenEmail } from '#server/identity/auth/refusals.ts'
import { deleteSessionsOf } from '#server/identity/auth/session-record.ts'
import { findUserByEmail, type UserRow } from '#server/identity/auth/user-record.ts'
import { holdPayoutsOfAdmin } from '#server/payouts/holds/hold-payouts.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireStepUp } from '#server/platform/http/actor.ts'
import { found, refuse, refuseIf, refuseStale } from '#server/platform/http/refusal.ts'
import { chooseBusiness } from './choose-business.ts'
import { presentUser } from './present-user.ts'
import { deleteLinks, findUser, leaveTeam, lockKnownUser, storeUser } from './user-list.ts'

type Change = Partial<Pick<UserRow, 'name' | 'pendingEmail' | 'role' | 'status' | 'businessId' | 'deletedAt'>>

function refuseMistyped({ name, email }: UpdateUserBody): void {
  const errors = [
    ...(name === '' ? [{ field: 'name', message: 'Please fill in this field' }] : []),
    ...(email === '' ? [{ field: 'email', message: 'Please fill in this field' }] : []),
  ]
  if (errors.length > 0) refuse('invalid_input', { detail: 'Please fill in all fields', errors })
  if (email === undefined || isEmail(email)) return
  refuse('invalid_input', { detail: EMAIL_ERROR, errors: [{ field: 'email', message: EMAIL_ERROR }] })
}

/** The address that staff see: the pending one, otherwise the current one. */
const shownEmail = ({ email, pendingEmail }: Pick<UserRow, 'email' | 'pendingEmail'>) => pendingEmail ?? email

/** Returns the actual changes. A new address waits for confirmation; entering the current one cancels a pending change. */
async function changeOf(tx: Db, user: UserRow, form: UpdateUserBody, now: Date): Promise<Change> {
  const role = form.role ?? user.role
  const status = form.status ?? user.status
  const email = form.email === undefined ? shownEmail(user) : normalizeEmail(form.email)
  const pendingEmail = email === user.email ? null : email
  const businessId = await chooseBusiness(tx, role, form.businessId, user.businessId)
  const wanted: Change = { name: form.name ?? user.name, pendingEmail, role, status, businessId }
  // its names are columns
  const changed = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => user[name as keyof UserRow] !== value)) as Change
  return { ...changed, ...(changed.status && { deletedAt: status === 'Deleted' ? now : null }) }
}

/** Fields of a user for the audit log, with masked addresses. */
function noted(user: UserRow, names: readonly string[]): Record<string, unknown> {
  const kept = Object.entries(user).filter(([name]) => names.includes(name) && name !== 'deletedAt' && name !== 'pendingEmail')
  return { ...Object.fromEntries(kept), ...(names.includes('pendingEmail') && { email: maskEmail(shownEmail(user)) }) }
}

/** Describes a change for super admins. */
function wordsOf(user: UserRow, change: Change): string[] {
  const after = { ...user, ...change }
  return [
    ...(change.name === undefined ? [] : [`Name: ${user.name} → ${after.name}`]),
    ...(change.pendingEmail === undefined
      ? []
      : [`Email: ${shownEmail(user)} → ${shownEmail(after)}${after.pendingEmail === null ? '' : ' (not confirmed yet)'}`]),
    ...(change.role ? [`Role: ${roleLabel(user.role)} → ${roleLabel(after.role)}`] : []),
    ...(change.status ? [`Status: ${user.status} → ${after.status}`] : []),
    ...(change.businessId === undefined ? [] : [after.businessId === null ? 'Business: none' : 'Business: another one']),
  ]
}

/** Invalidates all emailed links. A new address is asked to confirm, and the current one is notified. */
async function followEmail(tx: Db, deps: Deps, user: UserRow, pendingEmail: string | null, pendingBefore: string | null): Promise<void> {
  await deleteLinks(tx, user.id)
  if (pendingBefore !== null) await deleteConfirmationEmails(tx, pendingBefore)
  if (pendingEmail !== null) await mailStaffEmailLinks(tx, deps, user, pendingEmail)
}

/** Refuses to leave the shop without a super admin. Concurrent attempts take turns by the lock of all super admins. */
async function requireSuperAdminLeft(tx: Db, user: UserRow, { role, status }: Change): Promise<void> {
  if (user.role !== 'super_admin' || (role === undefined && status === undefined)) return
  const superAdmins = await lockSuperAdmins(tx)
  if (superAdmins.every((id) => id === user.id))
    refuse('last_super_admin', { detail: 'This is the last super admin. The shop needs at least one.' })
}

/** Refuses to let somebody into the back office again with duties that the actor lacks: the account may be another person's by now. */
function requireDuties(actor: Actor, user: UserRow, { role }: Change): void {
  if (role !== 'application_admin' || actor.role === 'super_admin' || !gainsKeys(actor.duties, user.duties)) return
  refuse('staff_protected', { detail: 'This user had duties that you lack. Ask a super admin to give the role.' })
}

/** Refuses an actor who has lost permissions since the request began. */
export async function requireActor(tx: Db, actor: Actor): Promise<void> {
  const present = await findUser(tx, actor.userId)
  if (present?.status !== 'Active' || present.role !== actor.role || gainsKeys(present.duties, actor.duties)) refuse('session_ended')
}

/**
 * Changes a user. A new address takes effect once it is confirmed, role and status at the user's next request; a user who may no longer
 * sign in is signed out everywhere. Refuses `not_found`, `edit_conflict` with the `current` user, `super_admin_protected`,
 * `staff_protected`, `super_admin_not_granted`, `own_role_or_status`, `last_super_admin`, `email_taken`, `step_up_required` and
 * `invalid_input`.
 */
export async function updateUser(
  deps: Deps,
  actor: Actor,
  { id, form, requestId }: { id: string; form: UpdateUserBody; requestId: string },
): Promise<UserSummary> {
  const now = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const seen = found(await findUser(tx, id))
    if (seen.role === 'super_admin') await lockSuperAdmins(tx) // before the user's own row, in the usual lock order
    const user = found(await lockKnownUser(tx, id))
    refuseIf(checkUserChange({ id: actor.userId, role: actor.role }, user, form))
    refuseMistyped(form)
    if (form.version !== undefined && form.version !== user.version) refuseStale(['user', id], presentUser(found(await findUser(tx, id))))
    // a member of a team has that business, although its own row names none
    const change = await changeOf(tx, { ...user, businessId: seen.businessId ?? user.businessId }, form, now)
    if (change.pendingEmail !== undefined) refuseIf(checkEmailChange({ id: actor.userId, role: actor.role }, user))
    requireDuties(actor, user, change)
    await requireSuperAdminLeft(tx, user, change)
    await requireActor(tx, actor)
    const names = Object.keys(change)
    if (names.length === 0) return presentUser(found(await findUser(tx, id)))
    if (change.pendingEmail && (await findUserByEmail(tx, change.pendingEmail))) refuseTakenEmail()
    const roles = [user.role, change.role ?? user.role]
    if (roles.some((role) => changeNeedsStepUp(role, names))) requireStepUp(actor)
    const asked = change.pendingEmail === undefined ? null : await findPendingEmail(tx, id, now)
    if (change.businessId !== undefined && seen.businessId) await leaveTeam(tx, id, seen.businessId)
    await storeUser(tx, id, change, now)
    if (change.pendingEmail !== undefined) await followEmail(tx, deps, user, change.pendingEmail, asked)
    if (endsSessions(user, { ...user, ...change })) await deleteSessionsOf(tx, id)
    if (roles.some(isStaffRole)) {
      const present = { ...user, name: change.name ?? user.name, email: shownEmail({ ...user, ...change }) }
      await notifySuperAdmins(tx, deps, { user: present, did: 'changed', what: wordsOf(user, change), by: actor.name })
    }
    await recordAudit(tx, {
      actor,
      action: 'user.edit',
      targetType: 'user',
      targetId: id,
      before: noted(user, names),
      after: { ...noted({ ...user, ...change }, names), ...(form.reason && change.status && { reason: form.reason }) },
      requestId,
    })
    const old = { userId: id, email: user.email }
    if (change.pendingEmail)
      await holdPayoutsOfAdmin(tx, { ...user, ...change }, { reason: 'email_changed', actor, old, at: now, requestId })
    return presentUser(found(await findUser(tx, id)))
  })
}
