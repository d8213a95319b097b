import { dashboardLinks } from '#app/features/kit/dashboard-links.ts'
import type { SessionUser } from '#contract/identity/auth.ts'

/** A place of a signed-in person. */
interface AccountLink {
  to: string
  label: string
}

/** Links of a signed-in user after the account itself: orders and the dashboards of the role (S46-S49, S264). */
export function accountLinks({ role }: Pick<SessionUser, 'role'>): AccountLink[] {
  return [{ to: '/account/orders', label: 'My Orders' }, ...dashboardLinks(role)]
}
