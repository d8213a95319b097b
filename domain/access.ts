import type { Role } from './user.ts'

/** Access to a call or screen: everyone, every signed-in user, or the listed roles. */
export type Access = 'anyone' | 'signedIn' | readonly Role[]

/** Returns true if `role` is let in; null is a visitor. Ownership is checked by the queries, not here. */
export function mayEnter(access: Access, role: Role | null): boolean {
  if (access === 'anyone') return true
  if (role === null) return false
  return access === 'signedIn' || access.includes(role)
}

/** Returns where the screen guard redirects: null to stay, /login for a visitor, / for the wrong role (S35-S37). */
export function guardTarget(access: Access, role: Role | null): null | '/login' | '/' {
  if (mayEnter(access, role)) return null
  return role === null ? '/login' : '/'
}
