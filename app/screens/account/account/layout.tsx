import { Outlet } from 'react-router'
import { Queries } from '#app/lib/queries.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'
import { AccountNav } from './account-nav.tsx'

export const handle: RouteHandle = { isPrivate: true }

/** The row of places above every page of an account. */
export default function AccountLayout() {
  return (
    <Queries>
      <AccountNav />
      <Outlet />
    </Queries>
  )
}
