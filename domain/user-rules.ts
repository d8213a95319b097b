import { CUSTOMER_SENTENCES, EMAIL_PATTERN } from './customer.ts'
import { isStaffRole, MAX_PASSWORD, MIN_STAFF_SET_PASSWORD, type Role, type UserStatus } from './user.ts'

/** Roles that staff give to a new user; a super admin is made on the server only (B197, D192). */
export const CREATE_ROLES = ['customer', 'business_admin', 'application_admin'] as const satisfies readonly Role[]

/** The roles that a form offers for a user: super_admin only where the user has it (B198). */
export function rolesFor(role: Role): readonly Role[] {
  return role === 'super_admin' ? [...CREATE_ROLES, role] : CREATE_ROLES
}

/** Who acts, or is acted on, as far as the rules between users are concerned. */
export interface RuledUser {
  id: string
  role: Role
}

/** Why somebody may not write a user. */
export type UserRuleRefusal = {
  code: 'super_admin_protected' | 'super_admin_not_granted' | 'own_role_or_status' | 'own_account'
}

/** Says why `actor` may not touch `target` at all, or null: a super admin is for super admins (D191). */
export function checkTouch(actor: RuledUser, target: RuledUser): UserRuleRefusal | null {
  return target.role === 'super_admin' && actor.role !== 'super_admin' ? { code: 'super_admin_protected' } : null
}

/** Says why `actor` may not make these changes to `target`, or null; what stays as it is counts as no change. */
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

/** Says why `actor` may not delete `target`, or null. */
export function checkUserRemoval(actor: RuledUser, target: RuledUser): UserRuleRefusal | null {
  return checkTouch(actor, target) ?? (actor.id === target.id ? { code: 'own_account' } : null)
}

/** Tells whether a new user needs the staff member's password again: one who acts for a business reaches its payout account. */
export function creationNeedsStepUp(role: Role): boolean {
  return role !== 'customer'
}

/**
 * Whether a change of a user needs the staff member's password again. `changed` names the fields that really differ.
 * The name of a customer or seller may change without it; of a staff account nothing may.
 */
export function changeNeedsStepUp(role: Role, changed: readonly string[]): boolean {
  return changed.length > 0 && (isStaffRole(role) || changed.some((field) => field !== 'name'))
}

const RANKS: Record<Role, number> = { customer: 0, business_admin: 1, application_admin: 2, super_admin: 3 }

/**
 * Whether a change ends the user's sessions: of one who may not sign in any more, and of one with more rights than before, whose
 * session would otherwise outlive what staff are given. Fewer rights act at the next request of the same session.
 */
export function endsSessions(before: { role: Role; status: UserStatus }, after: { role: Role; status: UserStatus }): boolean {
  return after.status !== 'Active' || RANKS[after.role] > RANKS[before.role]
}

/** What is wrong with the form of a new user, by field; the sentence above it first. Null: nothing (B194, B195). */
export function checkNewUser(form: { name: string; email: string; password: string }): {
  detail: string
  errors: { field: 'name' | 'email' | 'password'; message: string }[]
} | null {
  const missing = (['name', 'email', 'password'] as const).filter(
    (field) => (field === 'password' ? form[field] : form[field].trim()) === '',
  )
  if (missing.length > 0) {
    return { detail: 'Please fill in all fields', errors: missing.map((field) => ({ field, message: 'Please fill in this field' })) }
  }
  const wrong = (field: 'email' | 'password', message: string) => ({ detail: message, errors: [{ field, message }] })
  if (!EMAIL_PATTERN.test(form.email.trim())) return wrong('email', CUSTOMER_SENTENCES.email)
  const length = [...form.password].length
  if (length < MIN_STAFF_SET_PASSWORD) return wrong('password', `Password must be at least ${MIN_STAFF_SET_PASSWORD} characters long`)
  if (length > MAX_PASSWORD) return wrong('password', `Password must be at most ${MAX_PASSWORD} characters long`)
  return null
}
