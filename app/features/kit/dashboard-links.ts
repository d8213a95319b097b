import type { Role } from '#domain/user.ts'

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
