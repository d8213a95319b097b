import { type DashboardLink, dashboardLinks } from '#domain/access.ts'
import type { Role } from '#domain/user.ts'

/** The dashboards that exist by now. */
const OPEN: readonly DashboardLink['to'][] = ['/super-admin/dashboard', '/admin', '/business/dashboard']

/** The dashboards of a role that can be opened (S46-S49). */
export function openDashboards(role: Role): DashboardLink[] {
  return dashboardLinks(role).filter(({ to }) => OPEN.includes(to))
}
