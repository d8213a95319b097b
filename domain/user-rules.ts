import { normalizeIdentifier, trimText } from './text.ts'
import { EMAIL_ERROR, isEmail, isStaffRole, MAX_PASSWORD, MIN_STAFF_SET_PASSWORD, type Role, type UserStatus } from './user.ts'

/** Roles that staff can give to a new user; super admins are created only on the server (B197). */
export const CREATE_ROLES = ['customer', 'business_admin', 'application_admin'] as const satisfies readonly Role[]

/** Returns the roles that a form offers for a user: super_admin only if the user has it (B198). */
export function rolesFor(role: Role): readonly Role[] {
  return role === 'super_admin' ? [...CREATE_ROLES, role] : CREATE_ROLES
}

/** A user as actor or target of the rules. */
interface RuledUser {
  id: string
  role: Role
}

/** Reason why an actor may not change a user. */
type UserRuleRefusal = {
  code: 'super_admin_protected' | 'staff_protected' | 'super_admin_not_granted' | 'own_role_or_status' | 'own_account'
}

/** Checks whether `actor` may change `target` at all: only super admins may change a super admin. @returns null if allowed */
export function checkTouch(actor: RuledUser, target: RuledUser): UserRuleRefusal | null {
  return target.role === 'super_admin' && actor.role !== 'super_admin' ? { code: 'super_admin_protected' } : null
}

/** Checks whether `actor` may make these changes to `target`; unchanged values do not count. @returns null if allowed */
export function checkUserChange(
  actor: RuledUser,
  target: RuledUser & { status: UserStatus },
  change: { role?: Role | undefined; status?: UserStatus | undefined },
): UserRuleRefusal | null {
  const isNewRole = change.role !== undefined && change.role !== target.role
  const isNewStatus = change.status !== undefined && change.status !== target.status
  const isOwn = actor.id === target.id && (isNewRole || isNewStatus)
  if (isNewRole && change.role === 'super_admin') return { code: 'super_admin_not_granted' }
  return checkTouch(actor, target) ?? (isOwn ? { code: 'own_role_or_status' } : null)
}

/**
 * Checks whether `actor` may change the email of `target`, and so who gets its password links: of staff, whose duties the actor may lack,
 * only super admins may, and everybody their own. @returns null if allowed
 */
export function checkEmailChange(actor: RuledUser, target: RuledUser): UserRuleRefusal | null {
  const isFree = actor.role === 'super_admin' || actor.id === target.id || !isStaffRole(target.role)
  return isFree ? null : { code: 'staff_protected' }
}

/** Checks whether `actor` may delete `target`. @returns null if allowed */
export function checkUserRemoval(actor: RuledUser, target: RuledUser): UserRuleRefusal | null {
  return checkTouch(actor, target) ?? (actor.id === target.id ? { code: 'own_account' } : null)
}

/** Returns true if creating a user requires step-up: a user of a business can reach its payout account. */
export function creationNeedsStepUp(role: Role): boolean {
  return role !== 'customer'
}

/**
 * Returns true if a change of a user requires step-up. `changed` names the fields that differ. Only the name of a customer or seller may
 * change without it.
 */
export function changeNeedsStepUp(role: Role, changed: readonly string[]): boolean {
  return changed.length > 0 && (isStaffRole(role) || changed.some((field) => field !== 'name'))
}

const RANKS: Record<Role, number> = { customer: 0, business_admin: 1, application_admin: 2, super_admin: 3 }

/**
 * Returns true if a change ends the user's sessions: for users who may no longer sign in, and for users with more permissions than before,
 * so that an old session does not gain them. Fewer permissions take effect at the next request.
 */
export function endsSessions(before: { role: Role; status: UserStatus }, after: { role: Role; status: UserStatus }): boolean {
  return after.status !== 'Active' || RANKS[after.role] > RANKS[before.role]
}

/** Returns the errors of a new user's form by field, with the message above the form; null if it is valid (B194, B195). */
export function checkNewUser(form: { name: string; email: string; password: string; invite?: boolean | undefined }): {
  detail: string
  errors: { field: 'name' | 'email' | 'password'; message: string }[]
} | null {
  const required = form.invite ? (['name', 'email'] as const) : (['name', 'email', 'password'] as const)
  const missing = required.filter((field) => trimText(form[field]) === '')
  if (missing.length > 0) {
    return { detail: 'Please fill in all fields', errors: missing.map((field) => ({ field, message: 'Please fill in this field' })) }
  }
  const wrong = (field: 'email' | 'password', message: string) => ({ detail: message, errors: [{ field, message }] })
  if (!isEmail(normalizeIdentifier(form.email))) return wrong('email', EMAIL_ERROR)
  if (form.invite) return null
  const length = [...form.password].length
  if (length < MIN_STAFF_SET_PASSWORD) return wrong('password', `Password must be at least ${MIN_STAFF_SET_PASSWORD} characters long`)
  if (length > MAX_PASSWORD) return wrong('password', `Password must be at most ${MAX_PASSWORD} characters long`)
  return null
}

/** Returns whether a member of staff may restore what `deletedBy` has deleted: their own deletions, super admins everything. */
export const mayRestore = (by: RuledUser, deletedBy: string | null): boolean => by.role === 'super_admin' || by.id === deletedBy
