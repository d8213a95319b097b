import { dashboardLinks } from '#app/features/kit/dashboard-links.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { isStaffRole } from '#domain/user.ts'

/** A place of a signed-in person. */
interface AccountLink {
  to: string
  label: string
}

/** Links of a signed-in user after the account itself: orders, except for staff, and the dashboards of the role (S46-S49, S264). */
export function accountLinks({ role }: Pick<SessionUser, 'role'>): AccountLink[] {
  return [
    ...(isStaffRole(role)
      ? []
      : [
          { to: '/account/orders', label: 'My Orders' },
          { to: '/quotes', label: 'My Quotes' },
        ]),
    ...dashboardLinks(role),
  ]
}
