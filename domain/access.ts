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

/** A link to one of the dashboards, as in the user menu and on the account page. */
type DashboardLink = { label: string; to: '/super-admin/dashboard' | '/admin' | '/business/dashboard' }

const DASHBOARDS: readonly (DashboardLink & { roles: readonly Role[] })[] = [
  { label: 'Super Admin', to: '/super-admin/dashboard', roles: ['super_admin'] },
  { label: 'Application Dashboard', to: '/admin', roles: ['super_admin', 'application_admin'] },
  { label: 'Business Dashboard', to: '/business/dashboard', roles: ['business_admin'] },
]

/** Returns the dashboards of a role in display order; none for a customer or a visitor (null) (S261-S264). */
export function dashboardLinks(role: Role | null): DashboardLink[] {
  return DASHBOARDS.filter(({ roles }) => role !== null && roles.includes(role)).map(({ label, to }) => ({ label, to }))
}
